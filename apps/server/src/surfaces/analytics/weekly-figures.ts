import { HIDDEN_BELOW, isAllowed, type Language, type OperatorRole, SEES_VISITS, type Visits } from '@sportello/contract'
import { phrases } from '@sportello/phrases'
import { type Customer, formTitleOf } from '../../catalogue/customers/rules.ts'
import type { CustomerServices } from '../../catalogue/customers/services.ts'
import type { DeploymentDb } from '../../platform/db/with-customer.ts'
import { sumVisits, type VisitSum } from '../../requests/visits/queries.ts'
import { errorsOf, stepsOf, totalsOf } from './visit-figures.ts'

/** Number of forms of which a mail has the figures, the most visited first. */
export const FORMS_OF_MAIL = 20

/** Number of forms whose figures a run keeps, so that forms with many subscribers are read once. About 1 kB each. */
const MAX_KNOWN = 5_000

/** The figures of one form in a week. */
export interface FormWeek {
  code: string
  title: string
  totals: Visits['totals']
  /** Title of the step where most visitors left, and how many; likewise the field with most errors. */
  leftAt: { title: string; count: number } | undefined
  failedAt: { title: string; count: number } | undefined
}

const DAY_MS = 86_400_000
const dayAfter = (day: string, days: number) => new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10)

/** Returns the first and last day of the week that ended before a Monday. */
export const weekBefore = (monday: string) => ({ from: dayAfter(monday, -7), to: dayAfter(monday, -1) })

/** Reads the figures of weeks, each of a form once in a run of the job. */
export class WeeklyFigures {
  readonly #catalog: CustomerServices['catalog']
  readonly #known = new Map<string, FormWeek | undefined>()

  constructor({ catalog }: Pick<CustomerServices, 'catalog'>) {
    this.#catalog = catalog
  }

  /** Returns the figures of a form in the week before a Monday; undefined if the form was deleted. */
  async of(db: DeploymentDb, form: string, monday: string): Promise<FormWeek | undefined> {
    const key = `${form} ${monday}`
    if (this.#known.has(key)) return this.#known.get(key)
    const customer = await this.#catalog.customer(form)
    const found = customer && weekOf(customer, await sumVisits(db, { form, ...weekBefore(monday) }))
    if (this.#known.size >= MAX_KNOWN) this.#known.clear()
    this.#known.set(key, found)
    return found
  }
}

function weekOf(customer: Customer, sums: readonly VisitSum[]): FormWeek {
  const left = stepsOf(sums, customer.published).flatMap(({ title, left }) => (title !== null && left ? [{ title, count: left }] : []))
  const fields = new Map<string, { title: string; count: number }>()
  for (const { id, label, count } of errorsOf(sums, customer.published)) {
    if (label === null) continue
    fields.set(id, { title: label, count: count + (fields.get(id)?.count ?? 0) })
  }
  return { code: customer.code, title: formTitleOf(customer), totals: totalsOf(sums), leftAt: mostOf(left), failedAt: mostOf([...fields.values()]) }
}

const mostOf = <T extends { count: number }>(counted: readonly T[]) => counted.toSorted((one, other) => other.count - one.count)[0]

/** An operator who gets a mail with figures. */
export interface Subscriber {
  email: string
  forms: string[]
}

/**
 * Returns the address of an operator and the forms that the operator subscribed to and may still see.
 * @returns undefined if the operator was disabled, has another role, or has no confirmed address
 */
export async function subscriberOf(db: DeploymentDb, username: string): Promise<Subscriber | undefined> {
  const operator = await db
    .selectFrom('operators')
    .select(['role', 'customers', 'email', 'confirmed_email'])
    .where('username', '=', username)
    .where('disabled', '=', false)
    .executeTakeFirst()
  if (!operator || operator.email === '' || operator.confirmed_email !== operator.email) return undefined
  if (!isAllowed(operator.role as OperatorRole, SEES_VISITS)) return undefined
  const rows = await db.selectFrom('visit_subscriptions').select('customer_code').where('operator', '=', username).orderBy('customer_code').execute()
  const reached = operator.customers === null ? undefined : new Set(operator.customers)
  return { email: operator.email, forms: rows.map((row) => row.customer_code).filter((form) => reached?.has(form) ?? true) }
}

const SHOWN = ['visits', 'starts', 'sent', 'requests', 'tickets'] as const

/**
 * Returns the variables of the mail's template for a form: each figure with the difference from the week before in brackets.
 * A form without visits has none.
 */
export function formVariables(week: FormWeek, before: FormWeek | undefined, link: string, language: Language): Record<string, string> {
  const number = new Intl.NumberFormat(language)
  const change = new Intl.NumberFormat(language, { signDisplay: 'exceptZero' })
  const variables: Record<string, string> = { title: week.title, link }
  if (Object.values(week.totals).every((count) => count === 0)) return variables
  for (const key of SHOWN) {
    const [now, then] = [week.totals[key], before?.totals[key]]
    const value = now === null ? phrases[language].admin.visits_hidden.replace('{1}', String(HIDDEN_BELOW)) : number.format(now)
    // The difference would reveal a figure that is hidden.
    const isKnown = now !== null && then !== null && then !== undefined
    variables[key] = isKnown ? `${value} (${change.format(now - then)})` : value
  }
  if (week.leftAt) variables.left = `${week.leftAt.title} (${number.format(week.leftAt.count)})`
  if (week.failedAt) variables.field = `${week.failedAt.title} (${number.format(week.failedAt.count)})`
  return variables
}

/** Returns the labels of the figures, as variables of the mail's template. */
export function labelVariables(language: Language): Record<string, string> {
  const words = phrases[language].admin
  const labels = SHOWN.map((key): [string, string] => [`label_${key}`, words[`visits_${key}`]])
  return { ...Object.fromEntries(labels), label_left: words.visits_mail_left, label_field: words.visits_mail_field, none: words.visits_none }
}
