import paths from './icons.json' with { type: 'json' };
/** Name of an icon. */
export type IconName = keyof typeof paths;

/** A decorative line icon, hidden from assistive technology. The adjacent text or button label carries the meaning. */
export function Icon({ name, size = 18 }: { readonly name: IconName; readonly size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 24 24" fill="none" stroke="currentColor" aria-hidden="true">
      <path d={paths[name]} strokeWidth="1.8" strokeLinecap="round" strokeLinejoin="round" />
    </svg>
  );
}
