import { useId, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import type { ModelInfo } from '@parlance/schemas';
import { formatCount, words } from '../ui/format.js';
import { Pending } from '../ui/pending.js';
import { Select } from '../ui/select.js';
import { thinkingBudget, type ChatSettings } from './chat-settings.js';
import { conversation, useConversation } from './conversation.js';
import { modelList } from '../sdk/models.js';

/**
 * Model, system prompt and limits of the conversation. A change applies at once and is saved with the conversation, so
 * there is nothing to submit.
 */
export function SettingsForm() {
  const { settings } = useConversation();
  const { data: models, error } = useQuery(modelList);
  const model = models?.find(({ id }) => id === settings.model);
  const most = model?.max_tokens ?? 128_000;
  return (
    <>
      <Pending error={error} isLoaded />
      <Select
        hasLabel
        label="Model"
        value={settings.model}
        onChange={(next) =>
          chooseModel(
            models?.find(({ id }) => id === next),
            settings,
          )
        }
        options={(models ?? []).map(({ id, display_name }) => [id, display_name])}
      />
      {model !== undefined && <Capabilities model={model} />}
      <label className="field">
        <span className="label">System prompt</span>
        <textarea
          className="input"
          value={settings.system}
          placeholder="Optional"
          onChange={(event) => conversation.setSettings({ system: event.target.value })}
        />
      </label>
      <MaxTokens key={settings.model} known={settings.maxTokens} most={most} />
      <label className="check">
        <input
          type="checkbox"
          checked={settings.thinking}
          disabled={!thinks(model)}
          onChange={(event) => conversation.setSettings({ thinking: event.target.checked })}
        />
        Think before replying{' '}
        <span className="muted small">
          {settings.thinking && thinkingHint(settings)}
          {!thinks(model) && 'not supported by this model'}
        </span>
      </label>
      <label className="check">
        <input
          type="checkbox"
          checked={settings.tools}
          onChange={(event) => conversation.setSettings({ tools: event.target.checked })}
        />
        Enable sample tools <span className="muted small">current_time, count_words</span>
      </label>
    </>
  );
}

/** Field for the maximum tokens of a reply. A value that the model does not support is marked and not applied. */
function MaxTokens({ known, most }: { readonly known: number; readonly most: number }) {
  const [isValid, setValid] = useState(true);
  const id = useId();
  return (
    <div className="field">
      <label className="label" htmlFor={id}>
        Maximum tokens per reply
      </label>
      <input
        id={id}
        className="input"
        type="number"
        required
        min={1}
        max={most}
        defaultValue={known}
        aria-invalid={!isValid}
        aria-describedby={`${id}-below`}
        onChange={({ target }) => {
          setValid(target.validity.valid);
          if (target.validity.valid) conversation.setSettings({ maxTokens: target.valueAsNumber });
        }}
      />
      <span id={`${id}-below`} className={isValid ? 'muted' : 'wrong'}>
        A whole number from 1 to {formatCount(most)} with this model.
      </span>
    </div>
  );
}

/** Selects a model and limits the settings to what it supports. */
function chooseModel(model: ModelInfo | undefined, { maxTokens, thinking }: ChatSettings): void {
  if (model === undefined) return;
  conversation.setSettings({
    model: model.id,
    maxTokens: Math.min(maxTokens, model.max_tokens ?? maxTokens),
    thinking: thinking && thinks(model),
  });
}

function thinkingHint(settings: ChatSettings): string {
  const budget = thinkingBudget(settings);
  return budget === undefined ? 'requires more than 1,024 tokens' : `up to ${formatCount(budget)} tokens`;
}

/** Whether the model supports a thinking budget. Unknown models are assumed to. */
function thinks(model: ModelInfo | undefined): boolean {
  return model?.capabilities?.thinking.types.enabled.supported ?? true;
}

function Capabilities({ model: { capabilities, max_input_tokens } }: { readonly model: ModelInfo }) {
  if (capabilities == null) return <p className="muted small">No capabilities listed for this model.</p>;
  const able = Object.entries(capabilities).filter(([, { supported }]) => supported);
  return (
    <div className="row" aria-label="Model capabilities">
      {max_input_tokens != null && (
        <span className="chip accent">{formatCount(max_input_tokens)} input tokens</span>
      )}
      {able.map(([name]) => (
        <span key={name} className="chip">
          {words(name)}
        </span>
      ))}
    </div>
  );
}
