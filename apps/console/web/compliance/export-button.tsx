import { useEffect, useState } from 'react';
import { Link } from 'wouter';
import type { ExportRequest } from '../../server/export-request.js';
import { api, call } from '../api.js';
import { useAction } from '../ui/action.js';
import { Button } from '../ui/button.js';
import { ProblemNotice } from '../ui/notice.js';

/** Exports the results of the current filters, then links to the export. */
export function ExportButton({
  request,
  disabled = false,
}: {
  readonly request: ExportRequest;
  /** Set while the results are incomplete. */
  readonly disabled?: boolean;
}) {
  const [started, setStarted] = useState(false);
  const { busy, problem, run } = useAction();
  const key = JSON.stringify(request);
  // Changed filters mean a different export.
  useEffect(() => setStarted(false), [key]);
  if (started) {
    return (
      <Link className="button tiny" href="/compliance?tab=exports">
        View export
      </Link>
    );
  }
  return (
    <>
      <Button
        size="tiny"
        icon="download"
        disabled={busy || disabled}
        onClick={() =>
          void run(async () => {
            await call(api.exports.start, request);
            setStarted(true);
          })
        }
      >
        Export results
      </Button>
      {problem !== undefined && <ProblemNotice problem={problem} />}
    </>
  );
}
