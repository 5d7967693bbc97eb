import { useQuery } from '@tanstack/react-query';
import type { Agent } from '@parlance/schemas';
import { Toggle } from '../ui/button.js';
import { formatTime, words } from '../ui/format.js';
import { managedAgents } from '../sdk/managed-agents.js';
import { NotFound } from '../ui/empty.js';
import { Pending } from '../ui/pending.js';
import { useView } from '../ui/view.js';
import { differences } from './agent-diff.js';

/** The versions of an agent, with a diff of the selected version and its predecessor. */
export function Versions({ agent }: { readonly agent: Agent }) {
  const { data, error } = useQuery({
    queryKey: ['agents.listVersions', agent.id],
    queryFn: ({ signal }) =>
      Array.fromAsync(managedAgents.agents.listVersions(agent.id, { limit: 100 }, { signal })),
  });
  const [{ version: selected }, setView] = useView({ version: '' });
  const versions = (data ?? []).toSorted((a, b) => b.version - a.version);
  const chosen = selected === '' ? versions[0] : versions.find(({ version }) => String(version) === selected);
  const before = versions.find(({ version }) => version === (chosen?.version ?? 0) - 1);
  return (
    <section className="stack" aria-labelledby="versions">
      <h3 id="versions">Versions</h3>
      <Pending error={error} isLoaded />
      <div className="row" role="group" aria-label="Versions">
        {versions.map(({ version, updated_at }) => (
          <Toggle
            key={version}
            isOn={version === chosen?.version}
            title={formatTime(updated_at)}
            onClick={() => setView({ version: String(version) })}
          >
            {version}
          </Toggle>
        ))}
      </div>
      {chosen === undefined && data !== undefined && <NotFound what="Version" />}
      {chosen !== undefined && <Difference before={before} after={chosen} />}
    </section>
  );
}

function Difference({ before, after }: { readonly before: Agent | undefined; readonly after: Agent }) {
  const parts = differences(before, after);
  return (
    <div className="stack tight-stack diff">
      <p className="muted small">
        {before === undefined
          ? `Version ${after.version} (initial version)`
          : `Version ${after.version} compared with ${before.version}`}
      </p>
      {parts.length === 0 && <p>No visible changes.</p>}
      {parts.map(({ field, lines }) => (
        <div key={field}>
          <h4>{words(field)}</h4>
          <pre>
            {lines.map(({ text, kind }, index) =>
              kind === 'same' ? (
                <span key={index}>{`  ${text}\n`}</span>
              ) : kind === 'added' ? (
                <ins key={index}>{`+ ${text}\n`}</ins>
              ) : (
                <del key={index}>{`- ${text}\n`}</del>
              ),
            )}
          </pre>
        </div>
      ))}
    </div>
  );
}
