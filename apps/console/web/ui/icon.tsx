const PATHS = {
  home: 'M4 11l8-7 8 7v9h-5v-6H9v6H4z',
  chat: 'M4 5h16v11H9l-5 4z',
  agents: 'M12 3v3M6 9h12v10H6zM9.5 13.5h.01M14.5 13.5h.01M3 13v3M21 13v3',
  compliance: 'M12 3l8 3v6c0 4.5-3.2 7.7-8 9-4.8-1.3-8-4.5-8-9V6zM8.5 12l2.5 2.5 4.5-5',
  admin:
    'M9 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7zM3 20c0-3.3 2.7-6 6-6s6 2.7 6 6M16 5a3 3 0 0 1 0 6M18 14c2 .9 3 3 3 6',
  batches: 'M12 4l9 4.5-9 4.5-9-4.5zM3 13l9 4.5 9-4.5M3 17.5L12 22l9-4.5',
  usage: 'M4 20V4M4 20h16M8 20v-6M12 20V9M16 20v-9M20 20V6',
  requests: 'M4 8h13M13 4l4 4-4 4M20 16H7M11 12l-4 4 4 4',
  code: 'M9 7l-5 5 5 5M15 7l5 5-5 5',
  service: 'M3 12h4l3-8 4 16 3-8h4',
  send: 'M12 19V5M6 11l6-6 6 6',
  stop: 'M7 7h10v10H7z',
  clip: 'M20 11l-8.5 8.5a5 5 0 0 1-7-7L13 4a3.3 3.3 0 0 1 4.7 4.7l-8.4 8.4a1.6 1.6 0 0 1-2.3-2.3L14.5 7',
  tool: 'M14.5 6.5a4 4 0 0 0-5.2 5.2L3.5 17.5v3h3l5.8-5.8a4 4 0 0 0 5.2-5.2l-2.5 2.5-2.5-.5-.5-2.5z',
  thought: 'M9 18h6M10 21h4M12 3a6 6 0 0 0-3.5 10.9V15h7v-1.1A6 6 0 0 0 12 3z',
  file: 'M6 3h8l4 4v14H6zM14 3v4h4',
  warn: 'M12 4l9 16H3zM12 10v4M12 17h.01',
  check: 'M5 12.5l4.5 4.5L19 7',
  close: 'M6 6l12 12M18 6L6 18',
  plus: 'M12 5v14M5 12h14',
  refresh: 'M20 11a8 8 0 1 0-2.3 6.3M20 5v6h-6',
  search: 'M11 18a7 7 0 1 0 0-14 7 7 0 0 0 0 14zM20 20l-4-4',
  download: 'M12 4v11M7 11l5 5 5-5M4 20h16',
  archive: 'M4 4h16v4H4zM5 8v12h14V8M9.5 12h5',
  branch:
    'M7 4v10M7 20a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5zM17 9a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5zM17 9c0 4-4 5-9.5 5.5',
  lock: 'M6 11h12v9H6zM8.5 11V8a3.5 3.5 0 0 1 7 0v3',
  person: 'M12 11.5a3.8 3.8 0 1 0 0-7.6 3.8 3.8 0 0 0 0 7.6zM4.5 20.5c0-3.8 3.2-6.5 7.5-6.5s7.5 2.7 7.5 6.5',
  trash: 'M4 7h16M9 7V4h6v3M6 7l1 13h10l1-13',
  sun: 'M12 16a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM12 2v2M12 20v2M2 12h2M20 12h2M5 5l1.4 1.4M17.6 17.6L19 19M19 5l-1.4 1.4M6.4 17.6L5 19',
  moon: 'M20 14.5A8 8 0 0 1 9.5 4 8 8 0 1 0 20 14.5z',
  system: 'M3 5h18v11H3zM9 20h6M12 16v4',
  pause: 'M8 5v14M16 5v14',
  play: 'M8 5l11 7-11 7z',
  edit: 'M4 20l1-4L16 5l3 3L8 19z',
  copy: 'M9 9h11v11H9zM5 15H4V4h11v1',
  settings: 'M4 8h10M18 8h2M4 16h2M10 16h10M16 6v4M8 14v4',
  back: 'M15 5l-7 7 7 7',
  bolt: 'M13 3L5 14h6l-1 7 8-11h-6z',
} as const;

/** Name of an icon. */
export type IconName = keyof typeof PATHS;

/** A decorative line icon, hidden from assistive technology. The adjacent text or button label carries the meaning. */
export function Icon({ name, size = 18 }: { readonly name: IconName; readonly size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 24 24" fill="none" stroke="currentColor" aria-hidden="true">
      <path d={PATHS[name]} strokeWidth="1.8" strokeLinecap="round" strokeLinejoin="round" />
    </svg>
  );
}
