/** Scenarios: everything that steers a world, in one document. Plain JSON or YAML, the same in code, in files and over HTTP. */
import type { Divergence } from '../exchanges/divergence.js';
import type { Exchange } from '../exchanges/exchange.js';
import type { Fault } from '../faults/fault.js';
import type { ModelPolicy } from '../model/model-plan.js';
import type { RateLimits } from '../organization/rate-limits.js';
import type { SessionScenario } from '../managed-agents/run/session-scenario.js';
import type { Script } from '../model/script.js';
import type { ClockChange } from '../world/clock-change.js';
import type { ScenarioRecords } from '../compliance/scenario/records.js';
import type { RequestMatch } from '../scenario/request-match.js';

/** The parts of a scenario that can also change while a test runs. Parts that are left out stay as they are. */
export interface ScenarioParts {
  /**
   * Replies of the model to messages and in sessions. While there are any, a request that matches no step is rejected. An
   * empty array restores the default model.
   */
  readonly replies?: readonly Script[] | undefined;
  /** What sessions encounter: replies, tool results, MCP servers, credentials and verdicts of the grader. */
  readonly sessions?: SessionScenario | undefined;
  /** Faults to inject. Each request gets at most one: the first that applies. An empty array removes them. */
  readonly faults?: readonly Fault[] | undefined;
  /** Rate limits by operation family. Setting them resets their usage. A family that is left out is unlimited. */
  readonly limits?: RateLimits | undefined;
  /**
   * Which models requests may name. `any`, the default, accepts each string, like the documents. With `known`, a model that
   * neither `models.list` nor an alias names is a 404 with the most similar one.
   */
  readonly models?: ModelPolicy | undefined;
  /** Moves the clock or changes its mode. */
  readonly clock?: ClockChange | undefined;
  /** Records to add to the organization, to change and to remove. */
  readonly records?: ScenarioRecords | undefined;
}

/** The requests that a change waits for. */
export interface ScenarioTrigger extends RequestMatch {
  /** Number of matching requests. Defaults to 1. */
  readonly calls?: number | undefined;
}

/** A change of the scenario while a test runs. */
export interface ScenarioChange extends ScenarioParts {
  /**
   * Requests to wait for. The change is applied once, after the last of them has been handled and before its response is
   * sent.
   */
  readonly after: ScenarioTrigger;
}

/** Everything that steers a world of the emulator. All parts are optional. */
export interface Scenario extends ScenarioParts {
  /** Changes to apply later, after certain requests: for example, a record that arrives while a list is read. */
  readonly changes?: readonly ScenarioChange[] | undefined;
  /**
   * Recorded exchanges, as written by `parlance-fakes serve --record`. While there are any, they reply to all requests, and a
   * request that matches none is rejected.
   */
  readonly exchanges?: readonly Exchange[] | undefined;
  /**
   * Responses of a deployment that differ from those of the emulator, as written by `parlance-fakes verify --divergences`. They
   * replace the emulator's responses to the same kind of requests.
   */
  readonly divergences?: readonly Divergence[] | undefined;
}
