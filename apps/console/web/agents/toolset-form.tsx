import { builtInToolNames } from '@parlance/schemas';
import { Icon } from '../ui/icon.js';
import { USES, type ToolsetDraft, type ToolUse } from './toolset-draft.js';

interface Props {
  readonly toolset: ToolsetDraft;
  readonly onChange: (toolset: ToolsetDraft) => void;
}

/** Which built-in tools the agent has, and which ask before they run. */
export function BuiltInTools({ toolset, onChange }: Props) {
  const { others, settings } = toolset;
  const set = (name: string, use: ToolUse | '') =>
    onChange({
      others,
      settings: builtInToolNames.flatMap((known) => {
        const own = known === name ? use : (settings.find((setting) => setting.name === known)?.use ?? '');
        return own === '' ? [] : [{ name: known, use: own }];
      }),
    });
  return (
    <div className="tool-uses">
      {builtInToolNames.map((name) => (
        <UseSelect
          key={name}
          label={name}
          isCode
          standard={others}
          value={settings.find((setting) => setting.name === name)?.use ?? ''}
          onChange={(use) => set(name, use)}
        />
      ))}
      <UseSelect
        label="All others"
        value={others}
        onChange={(use) => use !== '' && onChange({ others: use, settings })}
      />
    </div>
  );
}

/** How the tools of an MCP server are used. What tools it has is only known when it runs, so their names are typed. */
export function ServerTools({ toolset, onChange }: Props) {
  const { others, settings } = toolset;
  const change = (index: number, part: Partial<(typeof settings)[number]>) =>
    onChange({
      others,
      settings: settings.map((known, at) => (at === index ? { ...known, ...part } : known)),
    });
  return (
    <div className="stack tight-stack">
      <UseSelect
        label="Its tools"
        value={others}
        onChange={(use) => use !== '' && onChange({ others: use, settings })}
      />
      {settings.map(({ name, use }, index) => (
        <div key={index} className="row">
          <input
            className="input mono search"
            required
            aria-label={`Tool ${index + 1} of the server`}
            placeholder="create_issue"
            value={name}
            onChange={(event) => change(index, { name: event.target.value })}
          />
          <UseSelect
            label={`Use of ${name === '' ? `tool ${index + 1}` : name}`}
            isBare
            value={use}
            onChange={(next) => next !== '' && change(index, { use: next })}
          />
          <button
            type="button"
            className="button quiet icon small-icon"
            aria-label={`Remove ${name === '' ? `tool ${index + 1}` : name}`}
            onClick={() => onChange({ others, settings: settings.filter((_, at) => at !== index) })}
          >
            <Icon name="close" size={16} />
          </button>
        </div>
      ))}
      <div>
        <button
          type="button"
          className="button tiny"
          onClick={() => onChange({ others, settings: [...settings, { name: '', use: 'allow' }] })}
        >
          <Icon name="plus" size={16} /> A tool with a setting of its own
        </button>
      </div>
    </div>
  );
}

interface UseProps {
  readonly label: string;
  readonly value: ToolUse | '';
  readonly onChange: (use: ToolUse | '') => void;
  /** What a tool without a setting of its own does; without it there must be a setting. */
  readonly standard?: ToolUse;
  readonly isCode?: boolean;
  readonly isBare?: boolean;
}

function UseSelect({ label, value, onChange, standard, isCode = false, isBare = false }: UseProps) {
  return (
    <label className="row spread use">
      {!isBare && (isCode ? <code>{label}</code> : <span className="small">{label}</span>)}
      <select
        className={`input tight ${value === '' ? 'muted' : ''}`}
        aria-label={label}
        value={value}
        onChange={(event) => onChange(event.target.value as ToolUse | '')}
      >
        {standard !== undefined && <option value="">as the others: {USES[standard]}</option>}
        {Object.entries(USES).map(([use, words]) => (
          <option key={use} value={use}>
            {words}
          </option>
        ))}
      </select>
    </label>
  );
}
