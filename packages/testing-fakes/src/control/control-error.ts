/** A rejected request to the control API. */
export class ControlError extends Error {
  readonly status: number;

  constructor(message: string, status = 400) {
    super(message);
    this.name = 'ControlError';
    this.status = status;
  }
}
