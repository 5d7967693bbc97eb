import { useEffect } from 'react';
import { get, type FieldValues, type Path, type PathValue, type UseFormReturn } from 'react-hook-form';

/**
 * Stores what is typed into a form, without secrets, and shows what another tab stored. A change is stored by itself, so
 * that it never erases the change of another tab to another field.
 */
export function useSharedDraft<I extends FieldValues>(
  form: UseFormReturn<I, unknown, FieldValues>,
  stored: I,
  setStored: (change: (known: I) => I) => void,
): void {
  useEffect(
    () =>
      form.subscribe({
        formState: { values: true },
        callback: ({ values, name }) => {
          if (name === undefined) return;
          const [key = name] = name.split('.');
          setStored((known) => ({ ...known, [key]: withoutSecrets(get(values, key)) }));
        },
      }),
    [form, setStored],
  );
  useEffect(() => {
    for (const [key, value] of Object.entries(stored)) {
      const path = key as Path<I>;
      const shown: unknown = withoutSecrets(form.getValues(path));
      if (JSON.stringify(shown) !== JSON.stringify(value))
        form.setValue(path, value as PathValue<I, Path<I>>);
    }
  }, [form, stored]);
}

/** Names of the contract's secrets, which are never stored. */
const SECRETS = new Set(['token', 'authorization_token', 'access_token', 'refresh_token', 'client_secret']);

function withoutSecrets(value: unknown): unknown {
  if (value === undefined) return undefined;
  return JSON.parse(JSON.stringify(value, (key, part: unknown) => (SECRETS.has(key) ? '' : part)));
}
