/** The fields of an error body or error event. */
export interface ErrorRecord {
  readonly type: string | null;
  readonly message: string | null;
  readonly requestId: string | null;
}

/** Reads an error body of either known shape. All fields are null for any other shape. */
export function errorRecord(body: unknown): ErrorRecord {
  const outer = body as
    { error?: { type?: unknown; message?: unknown }; request_id?: unknown } | null | undefined;
  const error = typeof outer === 'object' ? outer?.error : undefined;
  return {
    type: typeof error?.type === 'string' ? error.type : null,
    message: typeof error?.message === 'string' ? error.message : null,
    requestId: typeof outer === 'object' && typeof outer?.request_id === 'string' ? outer.request_id : null,
  };
}
