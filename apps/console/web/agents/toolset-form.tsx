import { builtInToolNames } from '@parlance/schemas';
import { Icon } from '../ui/icon.js';
import { USES, type ToolsetDraft, type ToolUse } from './toolset-draft.js';

interface Props {
  readonly toolset: ToolsetDraft;
  readonly onChange: (toolset: ToolsetDraft) => void;
}

/** Selects the permissions of the built-in tools. */
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
          fallback={others}
          value={settings.find((setting) => setting.name === name)?.use ?? ''}
          onChange={(use) => set(name, use)}
        />
      ))}
      <UseSelect
        label="Default"
        value={others}
        onChange={(use) => use !== '' && onChange({ others: use, settings })}
      />
    </div>
  );
}

/** Selects the permissions of an MCP server's tools. They are typed by name, because they are unknown until it runs. */
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
        label="All tools"
        value={others}
        onChange={(use) => use !== '' && onChange({ others: use, settings })}
      />
      {settings.map(({ name, use }, index) => (
        <div key={index} className="row">
          <input
            className="input mono search"
            required
            aria-label={`Name of tool ${index + 1}`}
            placeholder="create_issue"
            value={name}
            onChange={(event) => change(index, { name: event.target.value })}
          />
          <UseSelect
            label={`Permission of ${name === '' ? `tool ${index + 1}` : name}`}
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
          <Icon name="plus" size={16} /> Add exception
        </button>
      </div>
    </div>
  );
}

interface UseProps {
  readonly label: string;
  readonly value: ToolUse | '';
  readonly onChange: (use: ToolUse | '') => void;
  /** Permission of a tool without its own. If omitted, a permission must be selected. */
  readonly fallback?: ToolUse;
  readonly isCode?: boolean;
  readonly isBare?: boolean;
}

function UseSelect({ label, value, onChange, fallback, isCode = false, isBare = false }: UseProps) {
  return (
    <label className="row spread use">
      {!isBare && (isCode ? <code>{label}</code> : <span className="small">{label}</span>)}
      <select
        className={`input tight ${value === '' ? 'muted' : ''}`}
        aria-label={label}
        value={value}
        onChange={(event) => onChange(event.target.value as ToolUse | '')}
      >
        {fallback !== undefined && <option value="">Default: {USES[fallback]}</option>}
        {Object.entries(USES).map(([use, words]) => (
          <option key={use} value={use}>
            {words}
          </option>
        ))}
      </select>
    </label>
  );
}
