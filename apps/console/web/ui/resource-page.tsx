import type { UseQueryResult } from '@tanstack/react-query';
import type { ComponentType, ReactNode } from 'react';
import { Button } from './button.js';
import type { IconName } from './icon.js';
import { DetailHead, Panes, useArchived } from './panes.js';
import { Pending } from './pending.js';
import { RemovalActions, type Removable } from './removal-actions.js';
import { useView } from './view.js';

/** An item of a resource. */
interface Item {
  readonly id: string;
  readonly archived_at?: string | null | undefined;
}

/** Props of the details of an item. */
export interface DetailProps<T> {
  readonly item: T;
  /** Whether the item can be changed, which archived ones cannot. */
  readonly isOpen: boolean;
  /** Renders the title, with the buttons that every resource has and those that are passed. */
  readonly head: (buttons?: ReactNode) => ReactNode;
}

/** Props of a form for a new item, or for a change of one. */
export interface ItemFormProps<T> {
  /** The item to change. Undefined creates a new one. */
  readonly item: T | undefined;
  readonly onSaved: (item: T) => Promise<unknown>;
  readonly onCancel: () => void;
}

/** A resource of the service: its texts, the calls of the SDK, and what is shown of an item. */
export interface Resource<T extends Item> {
  /** Short noun for one item, used in the URL and on buttons. */
  readonly noun: string;
  /** Full noun for one item. */
  readonly what: Removable;
  readonly icon: IconName;
  /** What an item is used for. Shown in the empty state. */
  readonly purpose: string;
  /** Loads the items. */
  readonly useItems: (withArchived: boolean) => UseQueryResult<T[]>;
  /** Archives an item. Omit it where items cannot be archived. */
  readonly archive?: (id: string) => PromiseLike<unknown>;
  /** Deletes an item. Omit it where items cannot be deleted. */
  readonly remove?: (id: string) => PromiseLike<unknown>;
  /** Whether items can be changed. */
  readonly isEditable: boolean;
  readonly titleOf: (item: T) => string;
  /** What the list shows below the title. */
  readonly belowOf: (item: T) => ReactNode;
  /** What the details show below the title. Default: the same as in the list. */
  readonly subtitleOf?: (item: T) => ReactNode;
  readonly ItemForm: ComponentType<ItemFormProps<T>>;
  readonly Detail: ComponentType<DetailProps<T>>;
}

/** Search parameters of the details, which another selection clears. */
const CLEARED: Readonly<Record<string, string>> = { edit: '', open: '', memory: '', version: '' };

/** A list of items, next to the selected one or a form. The selection is in the URL. */
export function ResourcePage<T extends Item>({ resource }: { readonly resource: Resource<T> }) {
  const { noun, what, icon, titleOf, ItemForm, Detail } = resource;
  const archived = useArchived();
  const [view, setView] = useView({ ...CLEARED, [noun]: '' });
  const { data: items, error, refetch } = resource.useItems(archived.isShown);
  const named = view[noun] ?? '';
  const item = items?.find(({ id }) => id === named);
  const isEditing = view['edit'] !== '' && (named === '' || item !== undefined);
  const choose = (id: string) => setView({ ...CLEARED, [noun]: id });
  if (items === undefined) return <Pending error={error} />;
  return (
    <Panes
      label={capital(`${what}s`)}
      items={items.map((one) => itemOf(one, resource))}
      chosen={item?.id}
      onChoose={choose}
      createLabel={`New ${noun}`}
      onCreate={() => setView({ ...CLEARED, [noun]: '', edit: 'new' })}
      {...(resource.archive && { archived })}
      icon={icon}
      empty={{ title: `No ${what}s yet`, text: resource.purpose }}
      none={{
        isMissing: named !== '',
        title: `No ${noun} selected`,
        what: capital(what),
        ...(resource.archive && {
          hint: `The link may be wrong. If the ${noun} is archived, show archived ones.`,
        }),
      }}
    >
      {isEditing ? (
        <ItemForm
          key={item?.id ?? 'new'}
          item={item}
          onSaved={async ({ id }) => {
            await refetch();
            choose(id);
          }}
          onCancel={() => setView({ edit: '' })}
        />
      ) : (
        item && (
          <section key={item.id} className="card detail" aria-label={titleOf(item)}>
            <Detail
              item={item}
              isOpen={item.archived_at == null}
              head={(buttons) => (
                <Head
                  resource={resource}
                  item={item}
                  onBack={() => choose('')}
                  onEdit={() => setView({ edit: noun })}
                  onArchived={async () => {
                    archived.onChange(true);
                    await refetch();
                  }}
                  onDeleted={async () => {
                    await refetch();
                    choose('');
                  }}
                >
                  {buttons}
                </Head>
              )}
            />
          </section>
        )
      )}
    </Panes>
  );
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

function itemOf<T extends Item>(item: T, { titleOf, belowOf }: Resource<T>) {
  const below = (
    <>
      <span className="truncate">{belowOf(item)}</span>
      {item.archived_at != null && <span className="chip">archived</span>}
    </>
  );
  return { id: item.id, title: titleOf(item), below };
}

interface HeadProps<T extends Item> {
  readonly resource: Resource<T>;
  readonly item: T;
  readonly onBack: () => void;
  readonly onEdit: () => void;
  readonly onArchived: () => Promise<unknown>;
  readonly onDeleted: () => Promise<unknown>;
  readonly children: ReactNode;
}

function Head<T extends Item>({ resource, item, children, ...on }: HeadProps<T>) {
  const { what, titleOf, belowOf, subtitleOf = belowOf, archive, remove, isEditable } = resource;
  const isOpen = item.archived_at == null;
  return (
    <DetailHead
      title={titleOf(item)}
      below={subtitleOf(item)}
      onBack={on.onBack}
      chips={!isOpen && <span className="chip">archived</span>}
    >
      {children}
      {isEditable && isOpen && (
        <Button size="tiny" onClick={on.onEdit}>
          Edit
        </Button>
      )}
      <RemovalActions
        what={what}
        name={titleOf(item)}
        onArchive={archive && isOpen ? () => archive(item.id).then(on.onArchived) : undefined}
        onDelete={remove && (() => remove(item.id).then(on.onDeleted))}
      />
    </DetailHead>
  );
}
