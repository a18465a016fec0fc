import { type Answers, answerTexts, DEFAULT_LANGUAGE, FRESH_CODE_MINUTES, followUpOf, isLanguage, type Language } from '@sportello/contract'
import { type MailPhrases, phrases } from '@sportello/phrases'
import { type Customer, formTitleOf, linkHours, mailSenderOf } from '../../catalogue/customers/rules.ts'
import { cleanHtml } from '../../catalogue/definitions/rules.ts'
import { staticOptions } from '../../catalogue/integrations/rules.ts'
import { usernameOfRecovery } from '../../entrance/accounts/queries.ts'
import { recoveryCode } from '../../entrance/accounts/rules.ts'
import type { Config } from '../../platform/config.ts'
import type { CustomerDb, DeploymentDb } from '../../platform/db/with-customer.ts'
import type { Encryption } from '../../platform/keys/rules.ts'
import { followUpKey, freshCode } from '../../requests/follow-up/rules.ts'
import { readableRequest, requestContent } from '../../requests/requests/queries.ts'
import { confirmationCode, receiptKey, renderHtml, renderLine, type TemplateVariables, textVariables } from '../../requests/requests/rules.ts'
import type { RequestServices } from '../../requests/requests/services.ts'
import { type DeskNotificationData, deskNotification } from './desk-notification.ts'
import { mailDocument, mailLookOf, mailText } from './mail-document.ts'
import { findTemplate, type QueuedMail, type RenderedMail } from './queries.ts'
import { readStateMail } from './state-mail.ts'

/** A queued mail with the decrypted answers of its request. */
type DecryptedMail = Omit<QueuedMail, 'form_fields' | 'further_questions'> & { form_fields: Answers | null; further_questions: Answers | null }

/**
 * Returns the URL of the link in a mail; null for a mail without a link. The URL begins with the configured public URL
 * and never uses the Host header of an HTTP request.
 */
function linkOf(config: Config, customerCode: string, mail: DecryptedMail, language: string): string | null {
  if (mail.kind === 'recovery')
    return mail.recovery_id && `${config.publicUrl}/${customerCode}/login?recovery=${recoveryCode(config, customerCode, mail.recovery_id)}`
  if (mail.kind === 'question') return followUpLink(config, customerCode, mail.request_id, language)
  return mail.kind === 'validation' && mail.request_id !== null ? confirmationLink(config, customerCode, mail.request_id, language) : null
}

/** Returns the URL of the page that offers the receipt of a request; null if the mail belongs to no request. */
function receiptLink(config: Config, customerCode: string, { kind, request_id }: DecryptedMail, language: string): string | null {
  if (kind !== 'success' || request_id === null) return null
  return `${config.publicUrl}/${customerCode}/receipt?key=${receiptKey(config.secretKey, customerCode, request_id)}&locale=${language}`
}

/** Returns the code in a mail that opens the answers of a request. */
const codeOf = ({ secretKey }: Config, customerCode: string, { request_id, id }: DecryptedMail): string =>
  freshCode(secretKey, customerCode, request_id ?? '', id)

/** Returns the URL of a request's follow-up page. The key is in the fragment, which no server, proxy or referrer sees. */
function followUpLink(config: Config, customerCode: string, requestId: string | null, language: string): string | null {
  if (requestId === null) return null
  return `${config.publicUrl}/${customerCode}/follow-up?locale=${language}#key=${followUpKey(config.secretKey, customerCode, requestId)}`
}

function confirmationLink(config: Config, customerCode: string, requestId: string, language: string): string {
  const code = confirmationCode(config.secretKey, customerCode, requestId)
  return `${config.publicUrl}/${customerCode}/validation?code=${code}&locale=${language}`
}

/**
 * Renders a mail in the request's language, from the form's own template or, if it has none, from the built-in
 * template.
 * @returns null if the mail has nothing to say any more, so that it must not be sent
 * @throws if the template cannot be rendered.
 */
export async function renderMail(
  db: CustomerDb,
  { config, encryption }: Pick<RequestServices, 'config' | 'encryption'>,
  customer: Customer,
  mail: DecryptedMail,
): Promise<RenderedMail | null> {
  if (mail.kind === 'states') return renderStateMail(db, config, customer, mail)
  if (mail.kind === 'desk') return deskMail(await matterOf(db, encryption, customer, mail), config, customer, languageOf(mail))
  return renderVisitorMail(db, config, customer, mail)
}

/** Kinds of mails to visitors with texts of their own. */
const VISITOR_MAILS = ['success', 'recovery', 'question', 'follow_up_code'] as const

const languageOf = ({ lang_code: code }: Pick<DecryptedMail, 'lang_code'>): Language => (isLanguage(code) ? code : DEFAULT_LANGUAGE)

/**
 * Renders a mail to a visitor, which needs no stored answers.
 * @returns the mail, and its HTML without the layout (`body`)
 * @throws if the template cannot be rendered
 */
export async function renderVisitorMail(
  db: CustomerDb | DeploymentDb,
  config: Config,
  customer: Customer,
  mail: DecryptedMail,
): Promise<RenderedMail & { body: string }> {
  const language = languageOf(mail)
  const kind = VISITOR_MAILS.find((each) => each === mail.kind) ?? 'validation'
  const { success_email_template: success, validation_email_template: validation } = customer.params
  const name = { success, validation, recovery: undefined, question: undefined, follow_up_code: undefined }[kind]
  const username = mail.recovery_id === null ? undefined : await usernameOfRecovery(db, customer.code, mail.recovery_id)
  const variables: TemplateVariables = { ...variablesOf(config, customer, mail, language), username: username ?? null }
  return laidOut(config, customer, language, await templateOf(db, name, asked(mail) ?? kind, language), variables, {
    link: linkOf(config, customer.code, mail, language) ?? receiptLink(config, customer.code, mail, language),
    ticket: mail.kind === 'success' ? mail.ticket : mail.kind === 'follow_up_code' ? codeOf(config, customer.code, mail) : null,
  })
}

/** Returns what else than an answer a mail asks for. */
const asked = ({ asks }: DecryptedMail) => (asks === 'correction' || asks === 'file' ? asks : undefined)

/** Renders a mail that tells a requester of changes of state. @returns null if there is nothing to tell any more */
async function renderStateMail(db: CustomerDb, config: Config, customer: Customer, mail: DecryptedMail): Promise<RenderedMail | null> {
  const language = languageOf(mail)
  const told = await readStateMail(db, customer, mail.id, language, (id) => followUpLink(config, customer.code, id, language) ?? '')
  if (!told) return null
  const template = await templateOf(db, customer.params.states_email_template, 'states', language)
  const said = textVariables(customer, language, { ticket: told.ticket, otp: null, link: told.link, from: mail.written_at, to: mail.recipient, hours: null })
  return laidOut(config, customer, language, template, { ...said, ...told }, told)
}

/** Returns a form's own template of a mail in a language, or in the default language; without one, the built-in template. */
async function templateOf(db: CustomerDb | DeploymentDb, name: string | undefined, kind: keyof MailPhrases, language: Language) {
  const own = name === undefined ? undefined : ((await findTemplate(db, name, language)) ?? (await findTemplate(db, name, DEFAULT_LANGUAGE)))
  return own ?? phrases[language].mail[kind]
}

/** Renders a template, and puts it into the layout of all mails. */
function laidOut(
  config: Config,
  customer: Customer,
  language: Language,
  template: { subject: string; html: string },
  variables: TemplateVariables,
  parts: { link: string | null; ticket: string | null },
): RenderedMail & { body: string } {
  const body = cleanHtml(renderHtml(template.html, variables))
  const look = mailLookOf(config, customer)
  return {
    sender: mailSenderOf(config, customer),
    subject: renderLine(template.subject, variables),
    body,
    html: mailDocument(body, language, look, parts),
    text: mailText(body, look),
  }
}

/** Reads the request's data that the notification for its department contains. */
async function matterOf(db: CustomerDb, encryption: Encryption, customer: Customer, { request_id, ...mail }: DecryptedMail): Promise<DeskNotificationData> {
  const row = {
    customer_code: customer.code,
    id: request_id ?? '',
    definition_code_tag: mail.definition_code_tag ?? '',
    definition_version: mail.definition_version ?? 0,
    code_tag: mail.code_tag ?? '',
    lang_code: mail.request_language ?? mail.lang_code,
  }
  const { path, answers, attachments } = readableRequest(customer, row, await requestContent(encryption, db, customer, row))
  return {
    ticket: mail.ticket ?? '',
    form_title: formTitleOf(customer),
    step: path.at(-1) ?? row.code_tag,
    email: mail.request_email,
    answers,
    files: attachments.map(({ name }) => name),
    summary: mail.summary_html,
  }
}

function deskMail(matter: DeskNotificationData, config: Config, customer: Customer, language: Language): RenderedMail {
  const { subject, html: body } = deskNotification(matter, language)
  const look = mailLookOf(config, customer)
  return { sender: mailSenderOf(config, customer), subject, html: mailDocument(body, language, look, { ticket: matter.ticket }), text: mailText(body, look) }
}

/** Number of hours for which a password recovery link is valid, counted from the time its mail is sent. */
const RECOVERY_HOURS = 1

function variablesOf(config: Config, customer: Customer, mail: DecryptedMail, language: Language): TemplateVariables {
  const node = mail.code_tag === null ? undefined : customer.published.nodes.get(mail.code_tag)
  const { si: yes, no } = phrases[language].visitor
  const answers: Answers = { ...mail.form_fields, ...mail.further_questions }
  const receipt = receiptLink(config, customer.code, mail, language)
  return {
    ...(node ? answerTexts(node.path, answers, {}, { language, yes, no }, (property) => staticOptions(customer, property.default_value)) : {}),
    ...textVariables(customer, language, {
      ticket: mail.ticket,
      otp: mail.otp,
      link: linkOf(config, customer.code, mail, language),
      from: mail.created_at ?? mail.written_at,
      to: mail.recipient,
      hours: mail.kind === 'recovery' ? RECOVERY_HOURS : linkHours(customer.params),
    }),
    // In the other mails a question may have this code.
    ...(receipt !== null && { receipt }),
    ...(receipt !== null && followUpOf(customer.params) && { follow_up: followUpLink(config, customer.code, mail.request_id, language) }),
    ...(mail.kind === 'follow_up_code' && { code: codeOf(config, customer.code, mail), minutes: String(FRESH_CODE_MINUTES) }),
  }
}
