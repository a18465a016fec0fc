import { randomUUID } from 'node:crypto'
import { SSO_SECRET } from '../../../apps/server/test/access-bundle.ts'
import { packed, solve } from '../../../apps/server/test/captcha.ts'
import { encryptMessage } from '../../../docs/sso/seal-message.ts'
import { type Answer, call, codesOf, send } from '../client.ts'
import type { Lab } from '../deployment.ts'
import { CAPTCHA_FORM, LIMIT, SSO_FORM } from '../lab-bundle.ts'
import { type Entrances, freshSend, untilAnswered } from '../ledger.ts'
import { openSession } from '../operator-session.ts'
import { inParallel, Tally, urlsOf } from '../parallel.ts'

const FORMS = '/forms-service/rs/v2/forms'
const ACCOUNT = '/forms-service/rs/v2/managements/account'
const SENDS_OF_PERSON = 30
const SENDS_OF_CAPTCHA = 16
const CALLS_OF_SESSION = 8

/**
 * Checks what all processes must decide alike: a person's limit of requests, the use of a captcha, and visitors' and
 * operators' sessions. Each call is repeated until a process decides it.
 */
export class SharedStateChecks {
  readonly #entrances: Entrances
  people = 0
  captchas = 0
  sessions = 0
  /** Longest time in milliseconds until a call was decided. */
  longestMs = 0
  /** Number of accepted sends of each person, and of each captcha. */
  readonly accepted = new Tally()
  readonly captchaUses = new Tally()
  /** Unexpected answers. */
  readonly wrong = new Tally()

  constructor(entrances: Entrances) {
    this.#entrances = entrances
  }

  get exact(): boolean {
    return this.wrong.counts.size === 0 && this.accepted.isOnly(LIMIT, this.people) && this.captchaUses.isOnly(1, this.captchas)
  }

  async run(): Promise<void> {
    await this.#sendAsPerson()
    await this.#spendCaptcha()
    await this.#openSessions((urls) => urls)
  }

  /** Opens sessions at any process and uses them directly at each of the servers. */
  atEach(lab: Pick<Lab, 'servers'>): Promise<void> {
    return this.#openSessions(() => urlsOf(lab))
  }

  async #sendAsPerson(): Promise<void> {
    const email = `${randomUUID()}@example.org`
    this.people++
    this.accepted.add(await this.#count(SENDS_OF_PERSON, () => ({ ...freshSend('limited'), email }), '429 forms0024'))
  }

  async #spendCaptcha(): Promise<void> {
    const { text } = await this.#ask((url) => call(`${url}${FORMS}/${CAPTCHA_FORM}/captcha`, { method: 'GET' }))
    const challenge = JSON.parse(text).data
    const captcha = packed({ challenge, solution: await solve(challenge) })
    this.captchas++
    const given = () => ({ ...freshSend(CAPTCHA_FORM), email: `${randomUUID()}@example.org`, captcha })
    this.captchaUses.add(await this.#count(SENDS_OF_CAPTCHA, given, '422 forms0030'))
  }

  /** Makes parallel sends with different keys. @returns the number of accepted ones; the others must get `refusal` */
  async #count(times: number, make: () => Parameters<typeof send>[1], refusal: string): Promise<number> {
    const answers = await inParallel([''], times, () => {
      const given = make()
      return this.#ask((url) => send(url, given))
    })
    for (const answer of answers) if (answer.status !== 201) this.#expect(`${answer.status} ${codesOf(answer)}`, refusal)
    return answers.filter(({ status }) => status === 201).length
  }

  async #openSessions(at: (urls: readonly string[]) => readonly string[]): Promise<void> {
    this.sessions += 2
    const entered = await this.#ask(enter)
    const code = new URL(String(entered.headers.location), 'http://x').searchParams.get('code')
    const operator = await openSession(this.#entrances)
    const places = at(Array.from({ length: CALLS_OF_SESSION }, () => ''))
    for (const place of places) {
      const visited = await this.#ask((url) => call(`${place || url}${FORMS}/${SSO_FORM}?code=${code}`, { method: 'GET' }))
      this.#expect(`visitor ${visited.status}`, 'visitor 200')
      const headers = { authorization: `Bearer ${operator}` }
      const managed = await this.#ask((url) => call(`${place || url}${ACCOUNT}`, { method: 'GET', headers }))
      this.#expect(`operator ${managed.status}`, 'operator 200')
    }
  }

  async #ask(use: (url: string) => Promise<Answer>): Promise<Answer> {
    const started = performance.now()
    const answer = await untilAnswered(this.#entrances, use)
    this.longestMs = Math.max(this.longestMs, performance.now() - started)
    return answer
  }

  #expect(given: string, expected: string): void {
    if (given !== expected) this.wrong.add(given)
  }
}

/** Opens a visitor's session with a new SSO message, because a message can be used only once. */
function enter(url: string): Promise<Answer> {
  const message = encryptMessage(SSO_FORM, SSO_SECRET, { client: 'lab', email: 'anna@example.org' })
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  return call(`${url}${FORMS}/${SSO_FORM}/sso`, { method: 'POST', headers, body: new URLSearchParams({ message }).toString() })
}

/** Counts the stored requests of each person. */
export async function countStored({ owner }: Pick<Lab, 'owner'>): Promise<{ ofPerson: Tally; exact: boolean }> {
  const ofPerson = new Tally()
  const { rows } = await owner.query<{ n: number }>(`select count(*)::int as n from requests where customer_code = 'limited' group by email`)
  for (const { n } of rows) ofPerson.add(n)
  return { ofPerson, exact: ofPerson.isOnly(LIMIT, rows.length) }
}
