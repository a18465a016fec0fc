import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { countVisit } from './count-visit.ts'
import { carryVisit, noteVisit } from './visit-events.ts'
import { wantsPrivacy } from './wants-privacy.ts'

let page: EventTarget
let shown: EventTarget & { visibilityState: string; referrer: string }
let sent: Blob[]
beforeEach(() => {
  page = new EventTarget()
  shown = Object.assign(new EventTarget(), { visibilityState: 'visible', referrer: '' })
  sent = []
  vi.stubGlobal('document', shown)
  vi.stubGlobal('window', { innerWidth: 390 })
  vi.stubGlobal('location', { host: 'forms.example' })
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
  vi.stubGlobal('navigator', { sendBeacon: (_url: string, report: Blob) => sent.push(report) })
})
afterEach(() => vi.unstubAllGlobals())

const begin = () => countVisit({ url: 'https://forms.example/visits', version: 'form.1', language: 'it' })
const reports = () => Promise.all(sent.map(async (report) => JSON.parse(await report.text()) as Record<string, unknown>))
const pageEvent = (type: string, persisted: boolean) => page.dispatchEvent(Object.assign(new Event(type), { persisted }))
function turns(visibilityState: string): void {
  shown.visibilityState = visibilityState
  shown.dispatchEvent(new Event('visibilitychange'))
}

test.each([
  [{ doNotTrack: '1' }, true],
  [{ doNotTrack: '0' }, false],
  [{ doNotTrack: null }, false],
  [{ doNotTrack: null, globalPrivacyControl: true }, true],
  [{ doNotTrack: null, globalPrivacyControl: false }, false],
])('a browser with %j wants privacy: %s', (browser, expected) => expect(wantsPrivacy(browser)).toBe(expected))

test('a page that comes back from the back/forward cache goes on with its visit, and takes back that the visitor left', async () => {
  begin()
  noteVisit({ kind: 'step', path: ['root'] })
  pageEvent('pagehide', true)
  pageEvent('pageshow', true)
  pageEvent('pagehide', false)
  const [first, second, ...more] = await reports()
  expect(first).toMatchObject({ version: 'form.1', language: 'it', began: { device: 'phone' }, reached: ['root'], left: 'root' })
  expect(second).toMatchObject({ undo: { left: 'root' }, left: 'root' })
  expect([second?.began, second?.reached, more]).toEqual([undefined, undefined, []])
})

test('a page that is opened in the background counts once the visitor sees it', async () => {
  shown.visibilityState = 'hidden'
  begin()
  pageEvent('pagehide', false)
  expect(await reports()).toEqual([])
  turns('visible')
  noteVisit({ kind: 'step', path: ['root'] })
  turns('hidden')
  expect(await reports()).toMatchObject([{ began: { device: 'phone' }, left: 'root' }])
})

test('a submission carries the report of its visit in a header, and no beacon is sent', async () => {
  begin()
  noteVisit({ kind: 'step', path: ['città'] })
  const visit = carryVisit('città')
  expect(visit?.report).toMatch(/^[\x20-\x7e]+$/)
  expect(JSON.parse(decodeURIComponent(visit?.report ?? ''))).toMatchObject({ version: 'form.1', language: 'it', reached: ['città'], sent: 'città' })
  visit?.settle('stored')
  pageEvent('pagehide', false)
  expect(await reports()).toEqual([])
})

test('a report that is too long for a header is sent as a beacon', async () => {
  begin()
  for (let at = 0; at < 90; at++) noteVisit({ kind: 'step', path: ['root', `${'long'.repeat(9)}${at}`] })
  expect(carryVisit('root')).toBeNull()
  noteVisit({ kind: 'sent', codeTag: 'root' })
  const [first, second, ...more] = await reports()
  expect([first?.reached, first?.sent, second?.reached, second?.sent, more]).toEqual([expect.any(Array), undefined, undefined, 'root', []])
})
