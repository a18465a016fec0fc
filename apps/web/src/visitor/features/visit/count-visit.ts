import type { Device, Language, VisitReport } from '@sportello/contract'
import { VisitCounter } from './visit-counter.ts'
import { followVisit, type SubmissionOutcome } from './visit-events.ts'

/** Widths of the window in CSS pixels from which a device counts as tablet and as desktop. */
const TABLET_WIDTH = 600
const DESKTOP_WIDTH = 1_024

/** Longest report in characters that a submission carries. Proxies limit a request's headers to 8 or 16 KB in all. */
const MAX_CARRIED_LENGTH = 3_000

interface CountedPage {
  /** URL to which the reports are sent. */
  url: string
  version: string
  language: Language
}

/**
 * Counts the visit from now until the page is closed, and sends reports as beacons. It stores nothing in the browser. A page
 * that is loaded in advance or opened in the background counts once the visitor sees it.
 */
export function countVisit({ url, version, language }: CountedPage): void {
  if (document.visibilityState === 'hidden') {
    document.addEventListener('visibilitychange', () => countVisit({ url, version, language }), { once: true })
    return
  }
  const counter = new VisitCounter(
    isContinued() ? null : { device: deviceOf(window.innerWidth), ...referrerOf(document.referrer, location.host) },
    performance.now(),
  )
  const textOf = (counts: Omit<VisitReport, 'version' | 'language'>) => JSON.stringify({ version, language, ...counts })
  const send = (counts: Omit<VisitReport, 'version' | 'language'> | null) => {
    if (counts) navigator.sendBeacon(url, new Blob([textOf(counts)], { type: 'application/json' }))
  }
  const settle = (outcome: SubmissionOutcome) => send(counter.settle(outcome, performance.now()))
  followVisit(
    (event) => send(counter.count(event, performance.now())),
    (codeTag) => {
      const counts = counter.carry(codeTag, performance.now())
      const report = counts && encodeURIComponent(textOf(counts))
      if (report !== null && report.length <= MAX_CARRIED_LENGTH) return { report, settle }
      settle('refused')
      return null
    },
  )
  addEventListener('pagehide', () => send(counter.hide(performance.now())))
  addEventListener('pageshow', ({ persisted }) => persisted && counter.show(performance.now()))
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') send(counter.hide(performance.now()))
    else counter.show(performance.now())
  })
}

/** Returns true if the page was reloaded, or opened again by Back or Forward: its visit was counted already. */
function isContinued(): boolean {
  const [entry] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  return entry?.type === 'reload' || entry?.type === 'back_forward'
}

function deviceOf(width: number): Device {
  if (width < TABLET_WIDTH) return 'phone'
  return width < DESKTOP_WIDTH ? 'tablet' : 'desktop'
}

/** Returns the host of the website from which the visitor came, unless it is this one. */
function referrerOf(referrer: string, ownHost: string): { referrer?: string } {
  if (!URL.canParse(referrer)) return {}
  const { host, hostname } = new URL(referrer)
  return host === ownHost || hostname === '' ? {} : { referrer: hostname }
}
