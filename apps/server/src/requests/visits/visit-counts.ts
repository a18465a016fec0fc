import { HIDDEN_BELOW } from '@sportello/contract'
import { type Kysely, sql } from 'kysely'
import type { DB } from '../../platform/db/schema.ts'
import { acrossCustomers, type DeploymentDb } from '../../platform/db/with-customer.ts'

/** What is counted about the visits of a form. The last three come from the life of requests, the others from browsers. */
export type VisitKind =
  | 'visit'
  | 'start'
  | 'step'
  | 'option'
  | 'left'
  | 'stay'
  | 'error'
  | 'sent'
  | 'device'
  | 'hour'
  | 'referrer'
  | 'search'
  | 'request'
  | 'confirmed'
  | 'ticket'

/** A form in one version and one language, on one day (YYYY-MM-DD). */
export interface CountedForm {
  customer: string
  day: string
  version: number
  language: string
}

interface Count extends CountedForm {
  kind: VisitKind
  subject: string
  detail: string
  count: number
}

interface RareText {
  customer: string
  hash: string
  text: string
  day: string
  seen: number
}

/** Interval in milliseconds at which the counts are stored. A process that is killed loses what it counted since then. */
const STORE_MS = 2_000

/**
 * Maximum number of different counts that a process keeps in memory, about 30 MB, and of one form. Further ones are
 * dropped, so that made-up reports of one form do not stop the counts of the others.
 */
const MAX_COUNTS = 50_000
const MAX_COUNTS_OF_FORM = 5_000

/** Number of different counts that one transaction stores. */
const STORED_AT_ONCE = 2_000

/** Maximum number of different texts that a process takes up in a day, of one form and in all (about 6 MB), against made-up texts. */
const MAX_TEXTS_OF_FORM = 300
const MAX_TEXTS = 50_000

/**
 * Adds up counts of visits in memory and stores the sums every few seconds, so that a visit costs no transaction of its
 * own. Each row is a sum over all visits of a day.
 */
export class VisitCounts {
  readonly #db: Kysely<DB>
  readonly #log: (message: string) => void
  #counts = new Map<string, Count>()
  /** The form of the last count, and its part of the key: a report adds some ten counts of one form. */
  #form: { of?: CountedForm; key: string } = { key: '' }
  /** Number of different counts of each form in this interval. */
  #countsOf = new Map<string, number>()
  #texts = new Map<string, RareText>()
  /** The hashes of the texts that were taken up on one day, by form. */
  #taken = { day: '', size: 0, hashes: new Map<string, Set<string>>() }
  #storing: Promise<void> = Promise.resolve()
  #timer: NodeJS.Timeout | undefined
  #closed = false
  #dropped = 0
  /** What this process did since its start, for its metrics. */
  readonly totals = { countedReports: 0, ignoredReports: 0, visits: 0, storedRows: 0, droppedCounts: 0, failures: 0 }

  constructor(db: Kysely<DB>, log: (message: string) => void = () => {}) {
    this.#db = db
    this.#log = log
  }

  /** Number of different counts that wait to be stored. */
  get waiting(): number {
    return this.#counts.size
  }

  /** Adds to a count. A negative number takes back what was counted before. */
  add(form: CountedForm, kind: VisitKind, subject = '', detail = '', count = 1): void {
    if (kind === 'visit') this.totals.visits += count
    this.#put(form, kind, subject, detail, count)
  }

  #put(form: CountedForm, kind: VisitKind, subject: string, detail: string, count: number): void {
    if (form !== this.#form.of) this.#form = { of: form, key: `${form.customer}\n${form.day}\n${form.version}\n${form.language}` }
    const key = `${this.#form.key}\n${kind}\n${subject}\n${detail}`
    const known = this.#counts.get(key)
    if (known) known.count += count
    else this.#begin(key, { ...form, kind, subject, detail, count })
    if (!this.#closed) this.#timer ??= setTimeout(() => void this.store(), STORE_MS)
  }

  #begin(key: string, count: Count): void {
    const ofForm = this.#countsOf.get(count.customer) ?? 0
    if (this.#counts.size >= MAX_COUNTS || ofForm >= MAX_COUNTS_OF_FORM) {
      this.#dropped++
      this.totals.droppedCounts++
    } else {
      this.#counts.set(key, count)
      this.#countsOf.set(count.customer, ofForm + 1)
    }
  }

  /**
   * Adds a visit with a text. The text itself is stored only after `HIDDEN_BELOW` visits had it, because a text that one
   * person typed may tell who the person is.
   * @param hash keyed hash of the text
   */
  addText(form: CountedForm, kind: 'referrer' | 'search', hash: string, text: string): void {
    if (!this.#takes(form, hash)) {
      this.add(form, kind, 'other')
      return
    }
    const key = `${form.customer}\n${hash}`
    const known = this.#texts.get(key)
    if (known) known.seen++
    else this.#texts.set(key, { customer: form.customer, hash, text, day: form.day, seen: 1 })
    this.add(form, kind, hash)
  }

  #takes({ customer, day }: CountedForm, hash: string): boolean {
    if (this.#taken.day !== day) this.#taken = { day, size: 0, hashes: new Map() }
    const { hashes } = this.#taken
    const ofForm = hashes.get(customer) ?? new Set()
    if (ofForm.has(hash)) return true
    if (ofForm.size >= MAX_TEXTS_OF_FORM || this.#taken.size >= MAX_TEXTS) return false
    this.#taken.size++
    hashes.set(customer, ofForm.add(hash))
    return true
  }

  /** Stores what was counted so far. After an error the counts are kept for the next time. */
  store(): Promise<void> {
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#storing = this.#storing.then(() => this.#storeNow())
    return this.#storing
  }

  /** Stores what was counted, before the process ends. */
  async close(): Promise<void> {
    this.#closed = true
    await this.store()
  }

  async #storeNow(): Promise<void> {
    const counts = [...this.#counts.values()]
    const texts = [...this.#texts.values()]
    if (this.#dropped > 0) this.#log(`${this.#dropped} counts of visits were dropped, because too many different ones waited`)
    this.#counts = new Map()
    this.#countsOf = new Map()
    this.#texts = new Map()
    this.#dropped = 0
    for (let first = 0; first < counts.length; first += STORED_AT_ONCE) {
      const some = counts.slice(first, first + STORED_AT_ONCE)
      const stored = await this.#isStored((db) => storeCounts(db, some))
      if (stored) this.totals.storedRows += some.length
      else for (const { kind, subject, detail, count, ...form } of some) this.#put(form, kind, subject, detail, count)
    }
    if (texts.length === 0 || (await this.#isStored((db) => storeTexts(db, texts)))) return
    for (const text of texts) {
      const key = `${text.customer}\n${text.hash}`
      this.#texts.set(key, { ...text, seen: text.seen + (this.#texts.get(key)?.seen ?? 0) })
    }
  }

  async #isStored(store: (db: DeploymentDb) => Promise<void>): Promise<boolean> {
    try {
      await acrossCustomers(this.#db, store)
      return true
    } catch (error) {
      this.totals.failures++
      this.#log(`the counts of visits could not be stored: ${error instanceof Error ? error.message : error}`)
      return false
    }
  }
}

/**
 * Adds counts to the rows of their days and months. The rows are written in the order of their keys, so that two processes
 * never wait for each other. Counts of a customer that was deleted meanwhile are left out.
 */
async function storeCounts(db: DeploymentDb, counts: readonly Count[]): Promise<void> {
  const given = sql`unnest(${counts.map((each) => each.customer)}::text[], ${counts.map((each) => each.day)}::date[], ${counts.map((each) => each.kind)}::text[],
    ${counts.map((each) => each.version)}::int[], ${counts.map((each) => each.language)}::text[], ${counts.map((each) => each.subject)}::text[],
    ${counts.map((each) => each.detail)}::text[], ${counts.map((each) => each.count)}::bigint[])
    as g (customer_code, day, kind, version, lang_code, subject, detail, count) join customers c using (customer_code)`
  const key = sql`customer_code, day, kind, version, lang_code, subject, detail`
  await sql`
    insert into visit_counts (${key}, count) select g.customer_code, g.day, g.kind, g.version, g.lang_code, g.subject, g.detail, g.count from ${given} order by 1, 2, 3, 4, 5, 6, 7
    on conflict (${key}) do update set count = visit_counts.count + excluded.count`.execute(db)
  await sql`
    insert into visit_months (${key}, count)
    select g.customer_code, date_trunc('month', g.day)::date, g.kind, g.version, g.lang_code, g.subject, g.detail, sum(g.count) from ${given} group by 1, 2, 3, 4, 5, 6, 7 order by 1, 2, 3, 4, 5, 6, 7
    on conflict (${key}) do update set count = visit_months.count + excluded.count`.execute(db)
}

async function storeTexts(db: DeploymentDb, texts: readonly RareText[]): Promise<void> {
  const given = sql`unnest(${texts.map((each) => each.customer)}::text[], ${texts.map((each) => each.hash)}::text[], ${texts.map((each) => each.text)}::text[],
    ${texts.map((each) => each.day)}::date[], ${texts.map((each) => each.seen)}::bigint[]) as g (customer_code, text_hash, text, day, seen) join customers c using (customer_code)`
  await sql`
    insert into visit_texts as t (customer_code, text_hash, seen, text, seen_on)
    select g.customer_code, g.text_hash, g.seen, case when g.seen >= ${sql.lit(HIDDEN_BELOW)} then g.text end, g.day from ${given} order by 1, 2
    on conflict (customer_code, text_hash) do update set seen = t.seen + excluded.seen, seen_on = greatest(t.seen_on, excluded.seen_on), text = t.text`.execute(
    db,
  )
  // The text of the visit that made it common enough.
  await sql`
    update visit_texts t set text = g.text from ${given}
    where t.customer_code = g.customer_code and t.text_hash = g.text_hash and t.text is null and t.seen >= ${sql.lit(HIDDEN_BELOW)}`.execute(db)
}
