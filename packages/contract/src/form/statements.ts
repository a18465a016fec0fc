import { z } from 'zod'
import { LANGUAGES, type Language } from '../language.ts'
import { code } from './code.ts'

const day = z.iso.date()
const email = z.email().max(254)
const url = z
  .string()
  .max(2048)
  .regex(/^https?:\/\//, 'must start with http:// or https://')

/** Texts in the languages of the user interface. A page without a text in its language shows the first one in the order of the form’s languages. */
const byLanguage = <T extends z.ZodType>(text: T) =>
  z.strictObject(Object.fromEntries(LANGUAGES.map((language) => [language, text.optional()])) as Record<Language, z.ZodOptional<T>>).optional()

/** How far the pages of a customer conform to the rules for accessibility (Directive (EU) 2016/2102, article 7). */
const CONFORMANCES = ['full', 'partial', 'none'] as const

/** Who has checked the accessibility of the pages. */
const ACCESSIBILITY_CHECKS = ['self', 'third_party'] as const

/** Facts of a customer's accessibility statement. The rest of the statement's text is the product's. */
export const accessibilityStatement = z.strictObject({
  conformance: z.enum(CONFORMANCES),
  /** Day on which the statement was made or last reviewed. */
  reviewed_on: day,
  checked_by: z.enum(ACCESSIBILITY_CHECKS).optional(),
  email,
  phone: z.string().max(40).optional(),
  /** URL of the same statement in the register of the national authority. */
  official_url: url.optional(),
  /** URL of the procedure for people who get no satisfactory answer. */
  enforcement_url: url.optional(),
  /** Plain text about the content that is not accessible, and why. */
  exceptions: byLanguage(z.string().max(4000)),
  /** Code of the step with which visitors report a barrier. */
  feedback_tag: byLanguage(code),
})

/** Facts and text of a customer's privacy notice. */
export const privacyNotice = z.strictObject({
  /** Name of the data controller. */
  controller: z.string().min(1).max(200),
  email: email.optional(),
  /** Mailbox of the data protection officer. */
  officer_email: email.optional(),
  reviewed_on: day.optional(),
  /** HTML of the customer's own notice. The product's facts about storage follow it. */
  text: byLanguage(z.string().max(40_000)),
})
