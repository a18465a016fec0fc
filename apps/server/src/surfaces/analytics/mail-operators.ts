import { DEFAULT_LANGUAGE, HIDDEN_BELOW, isLanguage, type Language } from '@sportello/contract'
import { phrases } from '@sportello/phrases'
import { formTitleOf, mailSenderOf, timeZoneOf } from '../../catalogue/customers/rules.ts'
import { cleanHtml } from '../../catalogue/definitions/rules.ts'
import {
  type MailTransport,
  mailDocument,
  mailText,
  type OperatorMail,
  PLAIN_LOOK,
  type QueuedOperatorMail,
  queueWeek,
  sendOperatorMails,
} from '../../delivery/mail/rules.ts'
import { now } from '../../platform/db/clock.ts'
import { acrossCustomers, type DeploymentDb } from '../../platform/db/with-customer.ts'
import { renderHtml, renderLine, type TemplateVariables } from '../../requests/requests/rules.ts'
import type { RequestServices } from '../../requests/requests/services.ts'
import { addressCode } from './own-address.ts'
import { FORMS_OF_MAIL, type FormWeek, formVariables, labelVariables, subscriberOf, WeeklyFigures, weekBefore } from './weekly-figures.ts'

/** Hour on Monday, in the deployment's time zone, from which the mails of a week are sent. */
const MONDAY_HOUR = 6

/**
 * Sends the weekly figures of visits to the operators who subscribed, and the mails that confirm their addresses. Runs every
 * minute, and does little if nothing is due.
 * @param at the current time
 */
export async function mailOperators(
  services: RequestServices,
  transport: MailTransport | null,
  log: (message: string) => void = () => {},
  at = new Date(now()),
): Promise<void> {
  const monday = lastMonday(timeZoneOf({ settings: await services.catalog.settings() }), at)
  await acrossCustomers(services.database.jobs, (db) => queueWeek(db, monday))
  const figures = new WeeklyFigures(services)
  const write = (db: DeploymentDb, mail: QueuedOperatorMail) =>
    mail.kind === 'address' ? addressMail(db, services, mail) : figuresMail(db, services, figures, mail)
  await sendOperatorMails(services, transport, write, log)
}

/** Returns the last Monday whose mails are due, and the moment from which they are, in a time zone. */
export function lastMonday(timeZone: string, at: Date): { day: string; due: Date } {
  const format = new Intl.DateTimeFormat('sv', { timeZone, dateStyle: 'short', timeStyle: 'medium' })
  const local = Date.parse(`${format.format(at).replace(' ', 'T')}Z`)
  const sinceMonday = (local - MONDAY_HOUR * 3_600_000 - Date.UTC(2024, 0, 1)) % (7 * 86_400_000)
  const localDue = local - sinceMonday
  let due = at.getTime() - sinceMonday - at.getMilliseconds()
  // Corrects a change of the clocks since Monday.
  due += localDue - Date.parse(`${format.format(due).replace(' ', 'T')}Z`)
  return { day: new Date(localDue).toISOString().slice(0, 10), due: new Date(due) }
}

const languageOf = ({ lang_code: code }: QueuedOperatorMail): Language => (isLanguage(code) ? code : DEFAULT_LANGUAGE)

/** Returns the URL of a form's figures in the dashboard. */
function linkTo({ config }: RequestServices, form: string, code?: string): string {
  const query = new URLSearchParams({ view: 'forms', form, tab: 'visits', ...(code !== undefined && { 'f.confirm': code }) })
  return `${config.publicUrl}/admin/management?${query}`
}

async function figuresMail(db: DeploymentDb, services: RequestServices, figures: WeeklyFigures, mail: QueuedOperatorMail): Promise<OperatorMail | null> {
  const subscriber = await subscriberOf(db, mail.operator)
  if (!subscriber) return null
  const language = languageOf(mail)
  const weeks: FormWeek[] = []
  for (const form of subscriber.forms) {
    const week = await figures.of(db, form, mail.day)
    if (week) weeks.push(week)
  }
  const [most] = weeks.sort((one, other) => rankOf(other) - rankOf(one))
  if (!most) return null
  const forms: Record<string, string>[] = []
  for (const week of weeks.slice(0, FORMS_OF_MAIL))
    forms.push(formVariables(week, await figures.of(db, week.code, weekBefore(mail.day).from), linkTo(services, week.code), language))
  const day = new Intl.DateTimeFormat(language, { timeZone: 'UTC', day: 'numeric', month: 'long' })
  const { from, to } = weekBefore(mail.day)
  const variables = {
    ...labelVariables(language),
    forms,
    others: weeks.length > forms.length ? String(weeks.length - forms.length) : null,
    hidden_below: String(HIDDEN_BELOW),
    week: day.formatRange(Date.parse(from), Date.parse(to)),
    link: linkTo(services, most.code),
  }
  const rendered = await render(services, 'figures', language, variables)
  return { ...rendered, recipient: subscriber.email, unsubscribe: variables.link }
}

/** Hidden figures come before forms without visits. */
const rankOf = ({ totals: { visits } }: FormWeek) => visits ?? 1

async function addressMail(db: DeploymentDb, services: RequestServices, mail: QueuedOperatorMail): Promise<OperatorMail | null> {
  const operator = await db.selectFrom('operators').select('email').where('username', '=', mail.operator).where('disabled', '=', false).executeTakeFirst()
  const customer = mail.form === null ? undefined : await services.catalog.customer(mail.form)
  if (!customer || operator?.email !== mail.recipient) return null
  const link = linkTo(services, customer.code, addressCode(services.config, mail.operator, mail.recipient))
  const variables = { form_title: formTitleOf(customer), username: mail.operator, link }
  return { ...(await render(services, 'address', languageOf(mail), variables)), recipient: mail.recipient, unsubscribe: undefined }
}

async function render({ config, catalog }: RequestServices, kind: 'figures' | 'address', language: Language, variables: TemplateVariables & { link: string }) {
  const template = phrases[language].mail[kind]
  const body = cleanHtml(renderHtml(template.html, variables))
  return {
    sender: mailSenderOf(config, { settings: await catalog.settings() }),
    subject: renderLine(template.subject, variables),
    html: mailDocument(body, language, PLAIN_LOOK, { link: variables.link }),
    text: mailText(body, PLAIN_LOOK),
  }
}
