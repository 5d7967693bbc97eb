import { toNestErrors } from '@hookform/resolvers';
import { check } from '@parlance/schemas/validation';
import { useCallback, useEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import {
  FormProvider,
  get,
  useForm,
  type DefaultValues,
  type FieldError,
  type FieldErrors,
  type FieldValues,
  type Path,
} from 'react-hook-form';
import type * as z from 'zod';
import type { Problem } from '../../server/problem.js';
import { useAction } from './action.js';
import { Button } from './button.js';
import { useSharedDraft } from './form-draft.js';
import { ProblemNotice } from './notice.js';
import { useStored } from './stored.js';

interface Props<I extends FieldValues, O> {
  /** Unique name of the form, under which what a person typed is kept. */
  readonly draft: string;
  /** Values of an empty form. Only those of the first render are used. */
  readonly initial: I;
  /** Schema of what is submitted: the contract's own, or a part of it. */
  readonly schema: z.ZodType<O>;
  /** Converts the values to what is submitted. Defaults to the values. */
  readonly paramsOf?: (values: I) => unknown;
  /** Returns the field of a path in what is submitted. Defaults to the path. */
  readonly fieldOf?: (path: string, values: I) => string;
  /** Submits valid params. The draft is removed if this resolves. */
  readonly onSubmit: (params: O) => unknown;
  readonly onCancel?: (() => void) | undefined;
  /** Accessible name of the form. */
  readonly label?: string;
  readonly className?: string;
  /** Label of the submit button. */
  readonly action: string;
  /** Keeps the buttons in view while a long form scrolls. */
  readonly isSticky?: boolean;
  readonly children: ReactNode;
}

/**
 * A form that is validated like the clients validate their params. An invalid field is marked, and the first one is
 * focused on submit. What is typed survives reloads and navigation, and is shared by tabs, except for secrets.
 */
export function Form<I extends FieldValues, O>(props: Props<I, O>) {
  const { schema, paramsOf = same, fieldOf = same, onSubmit } = props;
  const [initial] = useState(props.initial);
  const { parts, set, clear } = useStored<unknown>(props.draft);
  const shared = useMemo(() => ({ ...initial, ...parts }), [initial, parts]);
  const form = useForm<I, unknown, FieldValues>({
    defaultValues: shared as DefaultValues<I>,
    mode: 'onChange',
    shouldFocusError: false,
    resolver: (values, _context, options) => {
      const params = paramsOf(values);
      const issues = check(schema, params);
      if (issues.length === 0) return { values: { params }, errors: {} };
      const first: Record<string, FieldError> = {};
      for (const { path, code, message } of issues) first[fieldOf(path, values)] ??= { type: code, message };
      return { values: {}, errors: toNestErrors<I>(first, options) };
    },
  });
  const setPart = useCallback((key: string, value: unknown) => set(() => ({ [key]: value })), [set]);
  useSharedDraft(form, shared, setPart);
  useEffect(
    () =>
      form.subscribe({
        formState: { values: true },
        callback: ({ errors }) => {
          const paths = dependentPaths(errors ?? {}) as Path<I>[];
          if (paths.length > 0) void form.trigger(paths);
        },
      }),
    [form],
  );
  const { errors, isSubmitted, submitCount } = form.formState;
  const { busy, problem, run } = useAction();
  const element = useRef<HTMLFormElement>(null);

  useEffect(() => {
    for (const { path, message } of problem?.fields ?? [])
      form.setError(fieldOf(path, form.getValues()) as Path<I>, { message });
  }, [form, fieldOf, problem]);
  const [isMarked, setMarked] = useState(true);
  useEffect(() => setMarked(focusInvalid(element.current)), [submitCount, problem]);

  const discard = (): void => {
    clear();
    form.reset(initial);
  };
  const submit = form.handleSubmit(({ params }) =>
    run(async () => {
      await onSubmit(params as O);
      discard();
    }),
  );
  // A field that is marked has its own message.
  const local = isSubmitted && !isMarked ? problemOf(errors) : undefined;
  return (
    <FormProvider {...form}>
      <form
        ref={element}
        noValidate
        className={props.className ?? 'stack'}
        aria-label={props.label}
        onSubmit={(event) => void submit(event)}
      >
        {props.children}
        <End
          {...props}
          busy={busy}
          problem={problem ?? local}
          onCancel={
            props.onCancel &&
            (() => {
              discard();
              props.onCancel?.();
            })
          }
        />
      </form>
    </FormProvider>
  );
}

const same = <T,>(value: T): T => value;

interface EndProps {
  readonly action: string;
  readonly isSticky?: boolean;
  readonly busy: boolean;
  readonly problem: Problem | undefined;
  readonly onCancel: (() => void) | undefined;
}

/** The end of a form: why it was not submitted, next to the buttons. */
function End({ action, isSticky = false, busy, problem, onCancel }: EndProps) {
  return (
    <div className={`stack tight-stack ${isSticky ? 'form-end' : ''}`}>
      {problem !== undefined && <ProblemNotice problem={problem} />}
      <div className="row">
        <Button kind="primary" type="submit" disabled={busy}>
          {action}
        </Button>
        {onCancel !== undefined && <Button onClick={onCancel}>Cancel</Button>}
      </div>
    </div>
  );
}

/** Lists the invalid fields, to validate them again: whether they are valid can depend on other fields. */
function dependentPaths(errors: FieldErrors): string[] {
  const paths = issuesOf(errors).map(({ path }) => path);
  // Errors without a type are from the service, which checks them on the next submit.
  return paths.filter((path) => get(errors, `${path}.type`) !== undefined);
}

/** Maximum number of invalid fields that are listed next to the buttons. */
const LISTED = 10;

/** Describes the first invalid fields as the service would. */
function problemOf(errors: FieldErrors): Problem | undefined {
  const fields = issuesOf(errors).slice(0, LISTED);
  const message = fields.length === 1 ? 'A field needs your attention.' : 'Some fields need your attention.';
  return fields.length === 0 ? undefined : { kind: 'input', code: 'invalid_params', message, fields };
}

/** Lists the messages of an error, or of a tree of errors, with their paths. */
export function issuesOf(error: unknown, path = ''): NonNullable<Problem['fields']>[number][] {
  if (typeof error !== 'object' || error === null) return [];
  if ('message' in error && typeof error.message === 'string') return [{ path, message: error.message }];
  const at = path === '' ? '' : `${path}.`;
  return Object.entries(error).flatMap(([key, inner]) => issuesOf(inner, `${at}${key}`));
}

/** Focuses the first invalid field of a form, if one is shown. Opens the part of the form that it is in. */
function focusInvalid(form: HTMLFormElement | null): boolean {
  const field = form?.querySelector<HTMLElement>('[aria-invalid=true], [data-invalid] > button');
  const part = field?.closest('details');
  if (part != null) part.open = true;
  field?.focus();
  return field != null;
}
