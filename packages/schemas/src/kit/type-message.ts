/** What messages say about types and values. */
import type { Shape } from './shape.js';

/** Tells the type of a shape. */
export function typeMessage(shape: Shape): string {
  if (shape.kind === 'nothing') return 'must be left out';
  return shape.kind === 'union' ? `must be ${nameOf(shape)}` : `must be of type ${nameOf(shape)}`;
}

/** Tells the values of a choice. */
export function oneOf(values: readonly unknown[]): string {
  const listed = values.map(String).join(', ');
  return values.length === 1 ? `must be ${listed}` : `must be one of ${listed}`;
}

/** What a message calls the type of a shape. */
function nameOf(shape: Shape): string {
  switch (shape.kind) {
    case 'optional':
    case 'nullable':
      return nameOf(shape.inner);
    case 'text':
      return 'string';
    case 'list':
      return 'array';
    case 'choice':
      return shape.values.map(String).join(', ');
    case 'map':
    case 'tagged':
      return 'object';
    case 'union':
      return [...new Set(shape.options.map(nameOf))].join(' or ');
    default:
      return shape.kind;
  }
}
