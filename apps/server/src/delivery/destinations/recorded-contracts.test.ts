import { afterAll, describe, expect, test } from 'vitest'
import { fixedEvent, fixedHandover, plan, tooLarge } from '../../../test/connector-case.ts'
import { RECORDED_SETTINGS, REJECTED_SETTINGS, type RecordedKind } from '../../../test/contract-cases.ts'
import { readRecording, replay } from '../../../test/recorded-exchanges.ts'
import { openOutbound } from '../../platform/http/outbound/outbound.ts'
import type { Outcome } from './connector.ts'
import { connectorOf, type Deliverable } from './connectors.ts'

const outbound = openOutbound(['127.0.0.1/32'])
afterAll(() => outbound.close())

type Attempt = (destination: Deliverable) => Promise<Outcome>

const deliver =
  (part: Parameters<typeof fixedHandover>[1] = {}, settings: object = {}): Attempt =>
  (destination) => {
    const own = { ...destination, ...settings } as Deliverable
    return connectorOf(own).deliver(outbound, own, fixedHandover(connectorOf(own).body(fixedEvent(), own), part))
  }

/** The attempts whose exchanges with each ticket system are recorded. */
const ATTEMPTS: Readonly<Record<string, (kind: RecordedKind) => Attempt>> = {
  'opens a ticket with an attachment': () => deliver({ attached: [plan()] }),
  'finds the ticket of an earlier attempt': () => deliver({ tried: true, attempts: 2, attached: [plan()] }),
  'attaches the file that an earlier attempt did not attach': () => deliver({ tried: true, attempts: 2, attached: [plan()] }),
  'opens a ticket that an earlier attempt did not open': () => deliver({ tried: true, attempts: 2, ticket: 'D-UNKNOWN9', eventId: 'msg_unknown' }),
  'leaves out an attachment that is too large': () => deliver({ attached: [tooLarge(), plan()] }),
  'is tested': () => (destination) => connectorOf(destination).probe(outbound, destination, 'msg_x'),
  'rejects a wrong key': () => deliver({}, { token: 'a-wrong-key' }),
  'rejects the ticket': (kind) => deliver({}, REJECTED_SETTINGS[kind]),
}

const NUMBERS = {
  redmine: ['1', '2', '3'],
  osticket: ['896552', '961691', '519996'],
  jira: ['DESK-1', 'DESK-2', 'DESK-3'],
  glpi: ['1', '2', '3'],
} satisfies Record<RecordedKind, string[]>
const REJECTION = { redmine: 422, osticket: 403, jira: 400, glpi: 400 } satisfies Record<RecordedKind, number>

/** Returns the outcome that an attempt must have: the delivery’s state, and the texts that operators read. */
function outcomeOf(kind: RecordedKind, scenario: string): object {
  const [first, second, third] = NUMBERS[kind]
  const delivered = (externalId: string | undefined, text: string | RegExp) => ({ delivered: true, externalId, answer: expect.stringMatching(text) })
  switch (scenario) {
    case 'opens a ticket with an attachment':
      return delivered(first, kind === 'osticket' ? /^opened$/ : new RegExp(`^opened\\nhttp://.+[/=]${first}$`))
    case 'opens a ticket that an earlier attempt did not open':
      return delivered(second, /^opened/)
    case 'leaves out an attachment that is too large':
      // osTicket opens the ticket, and writes into it that it did not store the file.
      return delivered(third, kind === 'osticket' ? /^opened$/ : /\nnot attached: large\.bin \(while sending an attachment: answered 4\d\d\)$/)
    case 'is tested':
      return { delivered: true }
    case 'rejects a wrong key':
      return { delivered: false, status: 401, error: expect.stringMatching(/answered 401$/), final: false }
    case 'rejects the ticket':
      return { delivered: false, status: REJECTION[kind], error: `answered ${REJECTION[kind]}`, final: false }
    default:
      return delivered(first, /^found: an earlier try had opened it/)
  }
}

describe.each(Object.keys(RECORDED_SETTINGS) as RecordedKind[])(
  'the connector for %s sends the recorded requests and understands the responses when it',
  (kind) => {
    test.each(Object.entries(readRecording(kind).scenarios))('%s', async (scenario, exchanges) => {
      const system = await replay(exchanges)
      const outcome = await ATTEMPTS[scenario]?.(kind)({ ...RECORDED_SETTINGS[kind], url: system.url } as Deliverable)
      await system.close()
      system.check()
      expect(outcome).toMatchObject(outcomeOf(kind, scenario))
    })
  },
)
