import { useEffect, useRef, useState } from 'react';
import { readAttachment, type Attachment } from './attachments.js';

/** Files that go with the next message, and why others do not. */
export interface Attachments {
  readonly files: readonly Attachment[];
  readonly wrong: readonly string[];
  /** Whether files are held over the page. */
  readonly over: boolean;
  readonly add: (list: FileList | null) => void;
  readonly remove: (key: string) => void;
  readonly clear: () => void;
}

/** Takes files that are given to it, and those that are dropped anywhere on the page. */
export function useAttachments(): Attachments {
  const [files, setFiles] = useState<readonly Attachment[]>([]);
  const [wrong, setWrong] = useState<readonly string[]>([]);
  // The files at this moment: two that are read at once must know of each other.
  const held = useRef<readonly Attachment[]>([]);
  const set = (next: readonly Attachment[]): void => setFiles((held.current = next));
  const add = (list: FileList | null): void => {
    // The browser empties the list when its event is over.
    const given = Array.from(list ?? []);
    setWrong([]);
    void (async () => {
      for (const file of given) {
        try {
          set([...held.current, await readAttachment(file, held.current)]);
        } catch (error) {
          const { message } = error as Error;
          setWrong((known) => [...known, message]);
        }
      }
    })();
  };
  const over = useDrop(add);
  const remove = (key: string): void => set(held.current.filter((file) => file.key !== key));
  const clear = (): void => (set([]), setWrong([]));
  return { files, wrong, over, add, remove, clear };
}

/** Takes what is dropped; a file that missed its place would otherwise be opened instead of the page. */
function useDrop(take: (files: FileList) => void): boolean {
  const [over, setOver] = useState(false);
  const latest = useRef(take);
  useEffect(() => {
    latest.current = take;
  });
  useEffect(() => {
    const stop = new AbortController();
    const { signal } = stop;
    const hasFiles = ({ dataTransfer }: DragEvent): boolean => dataTransfer?.types.includes('Files') === true;
    const onOver = (event: DragEvent): void => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      setOver(true);
    };
    const onLeave = ({ relatedTarget }: DragEvent): void => {
      if (relatedTarget === null) setOver(false);
    };
    const onDrop = (event: DragEvent): void => {
      if (!hasFiles(event) || event.dataTransfer === null) return;
      event.preventDefault();
      setOver(false);
      latest.current(event.dataTransfer.files);
    };
    addEventListener('dragover', onOver, { signal });
    addEventListener('dragleave', onLeave, { signal });
    addEventListener('drop', onDrop, { signal });
    return () => stop.abort();
  }, []);
  return over;
}
