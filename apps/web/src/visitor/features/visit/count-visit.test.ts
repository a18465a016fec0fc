import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { countVisit } from './count-visit.ts'
import { noteVisit } from './visit-events.ts'
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
