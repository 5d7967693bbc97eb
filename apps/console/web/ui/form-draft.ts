import { useEffect } from 'react';
import { get, type FieldValues, type Path, type PathValue, type UseFormReturn } from 'react-hook-form';

/**
 * Stores what is typed into a form, without secrets, and shows what another tab stored. A change is stored by itself, so
 * that it never erases the change of another tab to another field. Secrets that are typed here stay.
 */
export function useSharedDraft<I extends FieldValues>(
  form: UseFormReturn<I, unknown, FieldValues>,
  shared: I,
  setPart: (key: string, value: unknown) => void,
): void {
  useEffect(
    () =>
      form.subscribe({
        formState: { values: true },
        callback: ({ values, name }) => {
          if (name === undefined) return;
          const [key = name] = name.split('.');
          setPart(key, withoutSecrets(get(values, key)));
        },
      }),
    [form, setPart],
  );
  useEffect(() => {
    for (const [key, value] of Object.entries(shared)) {
      const path = key as Path<I>;
      const shown: unknown = form.getValues(path);
      if (!isSameDraft(value, shown)) form.setValue(path, withSecrets(value, shown) as PathValue<I, Path<I>>);
    }
  }, [form, shared]);
}

/** Names of the contract's secrets, which are never stored. */
const SECRETS = new Set(['token', 'authorization_token', 'access_token', 'refresh_token', 'client_secret']);

function withoutSecrets(value: unknown): unknown {
  if (value === undefined) return undefined;
  return JSON.parse(JSON.stringify(value, (key, part: unknown) => (SECRETS.has(key) ? '' : part)));
}

/** Compares a stored value with what is typed, except for secrets. */
function isSameDraft(stored: unknown, typed: unknown): boolean {
  return JSON.stringify(stored) === JSON.stringify(withoutSecrets(typed));
}

/** Adds the secrets that are typed to a stored value. */
export function withSecrets(stored: unknown, typed: unknown): unknown {
  if (Array.isArray(stored)) return itemsWithSecrets(stored, Array.isArray(typed) ? typed : []);
  if (!isRecord(stored) || !isRecord(typed)) return stored;
  return Object.fromEntries(
    Object.entries(stored).map(([key, part]) => [
      key,
      SECRETS.has(key) ? typed[key] : withSecrets(part, typed[key]),
    ]),
  );
}

/**
 * Adds the secrets of a list, in which another tab may have removed an item. A secret stays with its item, and only an
 * item that was edited in place is found by its position.
 */
function itemsWithSecrets(stored: readonly unknown[], typed: readonly unknown[]): unknown[] {
  const free = new Set(typed.keys());
  const claim = (index: number): unknown => (free.delete(index) ? typed[index] : undefined);
  const unchanged = stored.map((item, index) => (isSameDraft(item, typed[index]) ? claim(index) : undefined));
  const moved = stored.map(
    (item, index) => unchanged[index] ?? claim([...free].find((at) => isSameDraft(item, typed[at])) ?? -1),
  );
  return stored.map((item, index) => {
    const edited = stored.length === typed.length ? claim(index) : undefined;
    return withSecrets(item, moved[index] ?? edited);
  });
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
