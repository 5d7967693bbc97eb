/** The error about messages of a page. */
import { ParlanceError } from '@parlance/inference';

/** Thrown when a page sends messages that it may not send. Respond with status 400. The message contains no values. */
export class UiMessageError extends ParlanceError {
  /** Path of the field, for example `messages[2].parts[0].url`. */
  readonly field: string;
  /** What the field must be, for example `must be a data: URL`. */
  readonly rule: string;

  /** Name of the class. */
  override get name(): string {
    return 'UiMessageError';
  }

  /**
   * @param field - Path of the field.
   * @param rule - What the field must be.
   */
  constructor(field: string, rule: string) {
    super('ui_message', `${field} ${rule}`);
    this.field = field;
    this.rule = rule;
  }
}
