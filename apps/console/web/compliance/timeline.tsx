import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import type uPlot from 'uplot';
import { formatTime, plural } from '../ui/format.js';
import { spanAfter, within } from './time-range.js';
import { createPlot, endsOf, HEIGHT, showSpan, type TimelineProps, type Tip } from './timeline-chart.js';

/**
 * Activities over time, one lane per family. Dragging selects a time range, and a double click resets it; with the
 * keyboard, the arrow keys move the range, plus and minus zoom, and Escape resets it.
 */
export function Timeline({ log, shown, span, onSpan }: TimelineProps) {
  const place = useRef<HTMLDivElement>(null);
  const plot = useRef<uPlot>(null);
  const [tip, setTip] = useState<Tip>();
  const latest = useRef({ log, shown, span, onSpan, setTip });
  latest.current = { log, shown, span, onSpan, setTip };
  useEffect(() => {
    const element = place.current;
    if (element === null) return;
    const observer = new ResizeObserver(() => {
      if (plot.current !== null) plot.current.setSize({ width: element.clientWidth, height: HEIGHT });
      // Created here because the layout is done by now. Reading the width in an effect would force a layout.
      else {
        plot.current = createPlot(element, latest);
        showSpan(plot.current, latest.current);
      }
    });
    observer.observe(element);
    const scheme = matchMedia('(prefers-color-scheme: dark)');
    const redraw = () => plot.current?.redraw();
    scheme.addEventListener('change', redraw);
    // The theme button changes an attribute of the page.
    const theme = new MutationObserver(redraw);
    theme.observe(document.documentElement, { attributeFilter: ['data-theme'] });
    return () => {
      observer.disconnect();
      theme.disconnect();
      scheme.removeEventListener('change', redraw);
      plot.current?.destroy();
      plot.current = null;
    };
  }, []);
  useEffect(() => {
    plot.current?.setData(endsOf(log), false);
    if (plot.current !== null) showSpan(plot.current, { log, span });
  }, [log, span]);
  useEffect(() => plot.current?.redraw(false), [shown]);
  const onKeyDown = (event: KeyboardEvent) => {
    const next = spanAfter(event.key, span ?? log.span);
    if (next === undefined) return;
    event.preventDefault();
    onSpan(next === 'all' ? undefined : within(next, log.span));
  };
  return (
    <div className="timeline-frame">
      <div
        ref={place}
        className="timeline"
        role="slider"
        tabIndex={0}
        aria-label={`Timeline of ${plural(log.count, 'activity', 'activities')}`}
        aria-valuemin={log.span?.from ?? 0}
        aria-valuemax={log.span?.to ?? 0}
        aria-valuenow={span?.from ?? log.span?.from ?? 0}
        aria-valuetext={
          span === undefined
            ? 'All times'
            : `${formatTime(span.from * 1000)} to ${formatTime(span.to * 1000)}`
        }
        onKeyDown={onKeyDown}
      />
      {tip !== undefined && (
        <p className="tip card small" role="tooltip" style={{ left: tip.left, top: tip.top }}>
          {tip.text}
        </p>
      )}
    </div>
  );
}
