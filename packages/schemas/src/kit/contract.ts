/** What contract files say that zod cannot: the names of types, and the facts of operations. */
import * as z from 'zod';
import type { UnknownMember } from './open.js';
import type { Operation, OperationSource, Replay } from './operation.js';
import type { OperationSchemas } from './schema.js';

/** Marks of a schema, from which `pnpm contract` writes its type. */
export interface ContractMarks {
  /** The known values of an open enumeration, or the schema that has them. */
  readonly known?: readonly string[] | z.core.$ZodType;
  /** Members of a union, which also allows unknown ones. */
  readonly members?: readonly z.core.$ZodType[];
  /** Type of the unknown members. Default `UnknownMember`; an empty text if there are none besides those of the members. */
  readonly unknown?: string;
  /** The type, if the schema is not exported under it: two schemas can have one type. */
  readonly typeName?: string;
  /** The type that the type of this schema is another name of. */
  readonly alias?: string;
  /** The generic type of a page, for example `CursorPage`, and the schema of its items. */
  readonly page?: { readonly of: z.core.$ZodType; readonly typeName: string };
  /** The schema that has the same type. */
  readonly typeOf?: z.core.$ZodType;
  /** Interface that the type is combined with, for example `Cacheable` in `ThinkingBlock & Cacheable`. */
  readonly and?: string;
  /** Whether requests must contain the field, if only as null, which replies may omit. */
  readonly isRequiredInRequests?: boolean;
  /** Comment of a field with this schema that has no comment of its own. */
  readonly prose?: string;
  /** Interfaces that the interface of an object extends. */
  readonly bases?: readonly string[];
}

/** The marks of all schemas. Their type is hidden, because a registry changes schemas within its types. */
const registry: z.core.$ZodRegistry<{ readonly marks: unknown }> = z.registry();

/**
 * Returns the marks of a schema, or of the one that it is a copy of.
 *
 * @param schema - The schema.
 */
export function marksOf(schema: z.core.$ZodType): ContractMarks | undefined {
  // Only `mark()` adds to the registry.
  return registry.get(schema)?.marks as ContractMarks | undefined;
}

/**
 * Marks a schema.
 *
 * @param marks - Added to the marks that it has.
 * @param schema - The schema. It is not copied.
 */
export function mark<S extends z.ZodType>(marks: ContractMarks, schema: S): S {
  registry.add(schema, { marks: { ...marksOf(schema), ...marks } });
  return schema;
}

/**
 * Marks a schema whose type has another name than the schema, for example because a request and a response share the type.
 *
 * @param typeName - The type, for example `UploadFile` or `OpenEnum<EnvironmentScope>`.
 * @param schema - The schema. It is not copied.
 */
export function typed<S extends z.ZodType>(typeName: string, schema: S): S {
  return mark({ typeName }, schema);
}

/**
 * Marks a schema whose type is another name of a type.
 *
 * @param typeName - The other type, for example `IdPageParams`.
 * @param schema - The schema. It is not copied.
 */
export function aliasOf<S extends z.ZodType>(typeName: string, schema: S): S {
  return mark({ alias: typeName }, schema);
}

/**
 * Marks a closed union whose type is open: a client can send a member that it does not know, the service refuses it.
 *
 * @param union - The union. It is not copied.
 */
export function typedOpen<T>(union: z.ZodType<T, T>): z.ZodType<T | UnknownMember, T | UnknownMember> {
  const { def } = (union as unknown as z.core.$ZodTypes)._zod;
  const members = def.type === 'union' ? def.options : [];
  // Only its type has unknown members.
  return mark({ members }, union as z.ZodType) as z.ZodType<T | UnknownMember, T | UnknownMember>;
}

/**
 * Marks an open union whose unknown members have another type than `UnknownMember`.
 *
 * @param unknown - Their type; an empty text if the type of the union has none.
 * @param union - The union. It is not copied.
 */
export function unknownAs<T>(unknown: string, union: z.ZodType): z.ZodType<T, T> {
  // Its type is the one that \`pnpm contract\` writes for these marks.
  return mark({ unknown }, union) as z.ZodType<T, T>;
}

/**
 * Marks an optional field of a reply that requests must contain, if only as null.
 *
 * @param field - The field. It is not copied.
 */
export function requiredInRequests<S extends z.ZodType>(field: S): S {
  return mark({ isRequiredInRequests: true }, field);
}

/** An operation with its schemas, as a contract file declares it. */
export interface OperationContract extends Operation, OperationSource {
  /** Schemas of its parts. */
  readonly schemas: OperationSchemas;
  /** Section of "What the documents do not show" that describes an operation which is not in the documents. */
  readonly notShown?: string;
  /**
   * Class of the client with its method, for example `Vaults`. `pnpm contract` writes it, with the comment of the function that
   * declares the operations.
   */
  readonly client?: string;
  /** Whether a hand-written class extends the one that is written, whose name then ends with `Base`. */
  readonly isExtended?: true;
  /** Whether the method is hand-written, because it does more than send the operation. */
  readonly isHandWritten?: true;
}

type OwnFacts = Omit<OperationContract, 'method' | 'path' | 'replay'>;

/** What a contract file says of an operation. */
type Declared<Route extends string, R> = { readonly route: `${Route} /v1/${string}` } & R;
type Declaration =
  Declared<'POST', { readonly replay: Replay }> | Declared<'GET' | 'DELETE', { readonly replay?: Replay }>;

/**
 * Returns a function that declares operations with shared facts. The route of an operation is its method and path. If nothing
 * else is said, sending a GET twice is a `read`, sending a DELETE twice `idempotent`.
 *
 * @param shared - The facts that the operations of a resource share.
 */
export function operationsOf<Shared extends Partial<OwnFacts>>(
  shared: Shared,
): (own: Declaration & Omit<OwnFacts, keyof Shared> & Partial<Shared>) => OperationContract {
  return ({ route, ...own }) => {
    const [method, path] = route.split(' ') as [Operation['method'], Operation['path']];
    const { id, ...facts } = { ...shared, replay: method === 'GET' ? 'read' : 'idempotent', ...own };
    // What the shared facts lack is in the own ones.
    return { id, method, path, ...facts } as unknown as OperationContract;
  };
}
