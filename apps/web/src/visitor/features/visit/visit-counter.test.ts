import { durationClass } from '@sportello/contract'
import { expect, test } from 'vitest'
import { VisitCounter } from './visit-counter.ts'

const began = { device: 'phone' as const }
const step = (...path: string[]) => ({ kind: 'step' as const, path })

test('a visit is reported when the page is hidden, with each step once, the choices and the times', () => {
  const counter = new VisitCounter(began, 0)
  expect(counter.count(step('root'), 0)).toBeNull()
  counter.count(step('root', 'road'), 5_000)
  counter.count(step('root', 'road', 'hole'), 8_000)
  counter.count(step('root', 'road'), 9_000)
  expect(counter.hide(19_000)).toEqual({
    began,
    started: true,
    reached: ['root', 'road', 'hole'],
    chosen: ['road', 'hole'],
    stays: [
      ['root', durationClass(5)],
      ['road', durationClass(3)],
      ['hole', durationClass(1)],
      ['road', durationClass(10)],
    ],
    left: 'road',
  })
  expect(counter.hide(20_000)).toBeNull()
})

test('the report after the visitor has come back takes back that the visitor left, and leaves out the time in which the page was hidden', () => {
  const counter = new VisitCounter(began, 0)
  counter.count(step('root'), 0)
  counter.hide(4_000)
  counter.show(100_000)
  expect(counter.hide(106_000)).toEqual({
    undo: { left: 'root', stay: ['root', durationClass(4)] },
    left: 'root',
    stays: [['root', durationClass(10)]],
  })
})

test('a submission is reported at once, and the visitor has not left the form afterwards', () => {
  const counter = new VisitCounter(began, 0)
  counter.count(step('root'), 0)
  counter.count({ kind: 'answer' }, 1_000)
  expect(counter.count({ kind: 'sent', codeTag: 'root' }, 2_000)).toEqual({
    began,
    started: true,
    reached: ['root'],
    stays: [['root', durationClass(2)]],
    sent: 'root',
  })
  expect(counter.hide(9_000)).toBeNull()
})

test('another choice in a step above counts, going back does not', () => {
  const counter = new VisitCounter(began, 0)
  counter.count(step('root', 'road'), 0)
  counter.count(step('root', 'light'), 1_000)
  counter.count(step('root'), 2_000)
  counter.count(step('root', 'light'), 3_000)
  expect(counter.hide(4_000)).toMatchObject({ reached: ['root', 'road', 'light'], chosen: ['light'] })
})

test('a step that was opened from elsewhere counts with the steps above, and is no choice', () => {
  const counter = new VisitCounter(began, 0)
  counter.count(step('root'), 0)
  counter.count(step('root', 'road', 'hole'), 1_000)
  expect(counter.hide(2_000)).toMatchObject({ reached: ['root', 'road', 'hole'], left: 'hole' })
  const { chosen, started } = new VisitCounter(began, 0).hide(1) as { chosen?: string[]; started?: true }
  expect([chosen, started]).toEqual([undefined, undefined])
})

test('after a reload the visit and its steps are not counted again, and the visitor has not left', () => {
  const counter = new VisitCounter(null, 0)
  counter.count(step('root', 'road'), 0)
  counter.count(step('root', 'road', 'hole'), 1_000)
  expect(counter.hide(2_000)).toMatchObject({ undo: { left: 'road' }, reached: ['hole'], chosen: ['hole'], left: 'hole' })
})

test('each error and each unsuccessful search counts once', () => {
  const counter = new VisitCounter(began, 0)
  counter.count(step('root'), 0)
  for (let times = 0; times < 3; times++) {
    counter.count({ kind: 'error', codeTag: 'root', property: 'email', rule: 'email_non_valida' }, 1)
    counter.count({ kind: 'unfound', text: 'passport' }, 1)
  }
  expect(counter.hide(2)).toMatchObject({ errors: [['root', 'email', 'email_non_valida']], unfound: ['passport'] })
})

test('a long visit is reported in parts that the server accepts', () => {
  const counter = new VisitCounter(began, 0)
  const reports = Array.from({ length: 400 }, (_, at) => counter.count(step('root', `s${at}`), at)).filter((report) => report !== null)
  expect(reports.length).toBeGreaterThanOrEqual(2)
  for (const report of reports) for (const list of [report.reached, report.stays]) expect(list?.length).toBeLessThanOrEqual(200)
})

test('a submission that is answered while the page is hidden takes back that the visitor left', () => {
  const counter = new VisitCounter(began, 0)
  counter.count(step('root'), 0)
  expect(counter.hide(3_000)).toMatchObject({ left: 'root' })
  expect(counter.count({ kind: 'sent', codeTag: 'root' }, 5_000)).toMatchObject({ sent: 'root', undo: { left: 'root', stay: ['root', durationClass(3)] } })
})

test('a visitor who goes back to the form after a submission has not left it, and a second submission does not count', () => {
  const counter = new VisitCounter(began, 0)
  counter.count(step('root'), 0)
  counter.count({ kind: 'sent', codeTag: 'root' }, 1_000)
  counter.count(step('root'), 2_000)
  expect(counter.count({ kind: 'sent', codeTag: 'root' }, 3_000)).toBeNull()
  counter.count(step('root'), 4_000)
  const report = counter.hide(5_000)
  expect([report?.left, report?.sent, report?.reached]).toEqual([undefined, undefined, undefined])
})

test('after a reload the visit has started already', () => {
  const counter = new VisitCounter(null, 0)
  counter.count(step('root', 'road'), 0)
  counter.count({ kind: 'answer' }, 1_000)
  expect(counter.hide(2_000)?.started).toBeUndefined()
})

test('the same search in another spelling counts once', () => {
  const counter = new VisitCounter(began, 0)
  for (const text of ['Mario Rossi', 'mario  rossi', ' MARIO ROSSI']) counter.count({ kind: 'unfound', text }, 1)
  expect(counter.hide(2)?.unfound).toEqual(['mario rossi'])
})

/** A visit whose submission is on its way since 2,000 ms. */
function sending() {
  const counter = new VisitCounter(began, 0)
  counter.count(step('root'), 0)
  counter.count({ kind: 'answer' }, 1_000)
  return { counter, carried: counter.carry('root', 2_000) }
}

test('a submission carries the counts of its visit, and nothing remains to be reported afterwards', () => {
  const { counter, carried } = sending()
  expect(carried).toEqual({ began, started: true, reached: ['root'], stays: [['root', durationClass(2)]], sent: 'root' })
  expect(counter.settle('stored', 3_000)).toBeNull()
  expect(counter.carry('root', 4_000)).toBeNull()
  expect(counter.hide(9_000)).toBeNull()
})

test('the counts of a rejected submission are reported, and the step goes on', () => {
  const { counter } = sending()
  expect(counter.settle('refused', 3_000)).toEqual({ began, started: true, reached: ['root'] })
  expect(counter.carry('root', 4_000)).toEqual({ stays: [['root', durationClass(4)]], sent: 'root' })
  expect(counter.settle('refused', 5_000)).toBeNull()
  expect(counter.hide(6_000)).toEqual({ stays: [['root', durationClass(6)]], left: 'root' })
})

test('a page that is hidden while its submission is on its way has left only if the submission fails', () => {
  const { counter } = sending()
  const stay = ['root', durationClass(3)] as const
  expect(counter.hide(3_000)).toEqual({ stays: [stay], left: 'root' })
  expect(counter.settle('stored', 4_000)).toEqual({ undo: { left: 'root', stay } })
  const back = sending().counter
  back.hide(3_000)
  back.show(4_000)
  expect(back.settle('stored', 5_000)).toBeNull()
  expect(back.hide(6_000)).toEqual({ undo: { left: 'root', stay } })
  const failed = sending().counter
  failed.hide(3_000)
  expect(failed.settle('refused', 4_000)).toEqual({ began, started: true, reached: ['root'] })
})

test('the counts of a submission whose response was lost are carried again by the next attempt', () => {
  const { counter } = sending()
  expect(counter.settle('unknown', 3_000)).toBeNull()
  counter.count({ kind: 'unfound', text: 'rampa' }, 3_500)
  counter.count(step('root', 'strade'), 4_000)
  const counts = { began, started: true, reached: ['root', 'strade'], chosen: ['strade'], unfound: ['rampa'] }
  expect(counter.carry('strade', 6_000)).toEqual({
    ...counts,
    stays: [
      ['root', durationClass(4)],
      ['strade', durationClass(2)],
    ],
    sent: 'strade',
  })
  expect(counter.settle('stored', 7_000)).toBeNull()
  expect(counter.hide(9_000)).toBeNull()
})

test('the counts of a submission whose response was lost are reported when the visitor leaves', () => {
  const { counter } = sending()
  counter.settle('unknown', 3_000)
  const stay = ['root', durationClass(4)] as const
  expect(counter.hide(4_000)).toEqual({ began, started: true, reached: ['root'], stays: [stay], left: 'root' })
  const hidden = sending().counter
  hidden.hide(3_000)
  expect(hidden.settle('unknown', 4_000)).toEqual({ began, started: true, reached: ['root'] })
})
