/** A rejected request to the control API. */
export class ControlError extends Error {
  readonly status: number;

  constructor(message: string, status = 400, options?: ErrorOptions) {
    super(message, options);
    this.name = 'ControlError';
    this.status = status;
  }
}
