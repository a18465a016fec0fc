import { readFileSync } from 'node:fs'
import { convert } from 'html-to-text'
import { type Customer, formTitleOf, lookOf, printedBrandOf } from '../../catalogue/customers/rules.ts'
import type { Config } from '../../platform/config.ts'

/** What the layout of a mail takes from its customer. */
export interface MailLook {
  /** Name of the form, shown if there is no logo, and in the footer. */
  title: string
  logo: { url: string; alt: string } | null
  /** Brand colour, dark enough for text on white. */
  color: string
  /** Contact data of the customer as plain text; empty if there are none. */
  contact: string
}

/** The parts of a mail that the layout emphasises. */
interface MailParts {
  /** URL of the mail's link. A paragraph with only this link becomes a button. */
  link?: string | null | undefined
  /** Ticket code. A paragraph that contains it in bold becomes a box. */
  ticket?: string | null | undefined
}

/** Look of a mail that belongs to no customer, such as the preview of a template. */
export const PLAIN_LOOK: MailLook = { title: 'Sportello', logo: null, color: '#1f4f8f', contact: '' }

/** Returns the look of a customer's mails: the first logo, the brand colour, and the page footer of the form's first step. */
export function mailLookOf(config: Config, customer: Customer): MailLook {
  const [logo] = lookOf(customer).logos
  const footer = customer.published.definition.form_fields.find(({ type }) => type === 'FOOTER')
  const { title, description } = footer?.type === 'FOOTER' ? footer.value : {}
  return {
    title: formTitleOf(customer),
    logo: logo ? { url: `${config.publicUrl}${logo.src}`, alt: logo.alt } : null,
    color: printedBrandOf(customer),
    contact: [title, description && plainTextOf(description).replaceAll(/\s+/g, ' ')].filter(Boolean).join(' · '),
  }
}

/**
 * The layout of all mails, compiled from layout.mjml by `npm run mails`. Its placeholders are written as `%%name%%`.
 */
const LAYOUT = readFileSync(new URL('./layout.html', import.meta.url), 'utf8')

/** Number of characters of the text that mail programs show beside the subject. */
const PREHEADER = 120

/**
 * Puts the body of a mail into the layout of all mails.
 * @param body the mail's sanitised HTML
 */
export function mailDocument(body: string, language: string, look: MailLook, parts: MailParts = {}): string {
  const title = escaped(look.title)
  const head = look.logo
    ? `<img src="${escaped(look.logo.url)}" alt="${escaped(look.logo.alt)}" height="48" style="display:block;width:auto;height:auto;max-width:100%;max-height:48px">`
    : title
  const values: Readonly<Record<string, string>> = {
    language: escaped(language),
    title,
    preheader: escaped(plainTextOf(body).replaceAll(/\s+/g, ' ').slice(0, PREHEADER)),
    brand: look.color,
    'on-brand': '#ffffff',
    head,
    body: withButton(withCodeBox(body, parts.ticket), parts.link, look.color),
    footer: [title, escaped(look.contact)].filter(Boolean).join('<br>'),
  }
  return LAYOUT.replaceAll(/%%([a-z-]+)%%/g, (placeholder, name: string) => values[name] ?? placeholder)
}

/** Converts HTML to plain text, in lines of at most 78 characters. */
export function plainTextOf(html: string): string {
  return convert(html, {
    wordwrap: 78,
    selectors: [
      { selector: 'a', options: { hideLinkHrefIfSameAsText: true } },
      // Headings may be ticket codes and titles, which stay as they are.
      { selector: 'h2', options: { uppercase: false } },
    ],
  })
}

const escaped = (text: string) => text.replaceAll(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)

/** Returns the plain-text part of a mail, with the customer's name and contact data at the end. */
export function mailText(body: string, { title, contact }: MailLook): string {
  return [plainTextOf(body), '-- ', title, ...(contact === '' ? [] : [contact])].join('\n')
}

/** Matches a paragraph that contains only a link. */
const LINK_ALONE = /<p>\s*<a href="([^"]*)"[^>]*>([^<]*)<\/a>\s*<\/p>/g
/** Matches a paragraph with a single text in bold. */
const BOLD_TEXT = /<p>([^<]*)<strong>([^<]*)<\/strong>([^<]*)<\/p>/g

/** Replaces each paragraph that contains only the mail's link by a button, with the URL below as text. */
function withButton(body: string, link: string | null | undefined, color: string): string {
  const address = link?.replaceAll('&', '&amp;')
  return body.replaceAll(LINK_ALONE, (paragraph, href: string, label: string) =>
    href === address
      ? `<table role="presentation" border="0" cellpadding="0" cellspacing="0" style="margin:24px 0 12px"><tr><td style="border-radius:6px;background-color:${color}">` +
        `<a class="mail-button" href="${href}" style="display:inline-block;padding:14px 24px;font-weight:600;color:#ffffff;text-decoration:none">${label}</a>` +
        `</td></tr></table><p class="mail-link" style="font-size:13px;color:#4b5a69;word-break:break-all">${href}</p>`
      : paragraph,
  )
}

/** Shows the ticket code in a box, if a paragraph contains it in bold. */
function withCodeBox(body: string, ticket: string | null | undefined): string {
  return body.replaceAll(BOLD_TEXT, (paragraph, before: string, bold: string, after: string) =>
    bold === ticket
      ? `<p class="mail-code" style="padding:14px 18px;background-color:#f4f6f8;border-radius:6px">${before}<br><strong style="font-size:22px;letter-spacing:1px">${bold}</strong>${after}</p>`
      : paragraph,
  )
}
