/**
 * Public entry of `@parlance/ai-sdk`: a provider for the AI SDK (version 7) over `InferenceClient`, and message streams of agent
 * runs for `useChat`.
 *
 * @module index
 */
export { ParlanceLanguageModel } from './parlance-language-model.js';
export { createParlance } from './parlance-provider.js';
export type { ParlanceProvider, ParlanceProviderOptions, ProviderClient } from './parlance-provider.js';
export type { ModelFacts } from './message-params.js';
export type { ModelClient, ModelInfos } from './model-infos.js';
export type { ParlanceCallOptions, ParlancePartOptions } from './provider-options.js';
export type { ServiceTool, ServiceToolDefinition } from './service-tool.js';
export { approvalsFromUIMessages, fromUIMessages } from './from-ui-messages.js';
export type { UiMessage, UiMessagesOptions } from './from-ui-messages.js';
export { UiMessageError, type UiContent } from './ui-parts.js';
export { toUIMessageStream } from './ui-message-stream.js';
export type { UiMessageChunk, UiMessageMetadata, UiMessageStreamOptions } from './ui-message-stream.js';
