import { get as load, set as save } from 'idb-keyval';
import { useEffect, useRef, useState } from 'react';
import { readAttachment, type Attachment } from './attachments.js';

/** Files attached to the next message, and errors about those that could not be attached. */
export interface Attachments {
  readonly files: readonly Attachment[];
  readonly errors: readonly string[];
  /** Whether files are being dragged over the page. */
  readonly over: boolean;
  readonly add: (list: FileList | null) => void;
  readonly remove: (key: string) => void;
  readonly clear: () => void;
}

/** Name of the attachments in the browser's storage. */
const NAME = 'attachments';

/** Manages the attachments of the next message, including files dropped anywhere on the page. They survive a reload. */
export function useAttachments(): Attachments {
  const [files, setFiles] = useState<readonly Attachment[]>([]);
  const [errors, setErrors] = useState<readonly string[]>([]);
  // A file is added to those that were read before it, so state from a render is too old.
  const latest = useRef<readonly Attachment[]>([]);
  const reading = useRef(Promise.resolve());
  const tabs = useRef<BroadcastChannel>(null);
  const set = (next: readonly Attachment[]): void => {
    setFiles((latest.current = next));
    // Without storage, for example in a private window, the files only stay until a reload.
    void save(NAME, next)
      .then(() => tabs.current?.postMessage(null))
      .catch(() => {});
  };
  useEffect(() => {
    const restore = (isAllowed: () => boolean): void => {
      load<readonly Attachment[]>(NAME)
        .then((saved) => isAllowed() && setFiles((latest.current = saved ?? [])))
        .catch(() => {});
    };
    // A file may have been added before the others are loaded.
    restore(() => latest.current.length === 0);
    // The tabs of a browser share the next message.
    tabs.current = new BroadcastChannel(NAME);
    tabs.current.addEventListener('message', () => restore(() => true));
    return () => tabs.current?.close();
  }, []);
  const addOne = async (file: File): Promise<void> => {
    try {
      const attachment = await readAttachment(file, latest.current);
      set([...latest.current, attachment]);
    } catch (error) {
      const { message } = error as Error;
      setErrors((known) => [...known, message]);
    }
  };
  const add = (list: FileList | null): void => {
    setErrors([]);
    // One after another, to enforce the total size.
    for (const file of list ?? []) reading.current = reading.current.then(() => addOne(file));
  };
  const over = useDrop(add);
  const remove = (key: string): void => set(latest.current.filter((file) => file.key !== key));
  const clear = (): void => (set([]), setErrors([]));
  return { files, errors, over, add, remove, clear };
}

/** Handles drops on the whole page. Otherwise a file dropped outside the box would replace the page. */
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
