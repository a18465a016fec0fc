import type { CustomerConfiguration, ErrorEntry, Language, TagView } from '@sportello/contract'
import type { Place } from '../shared/paths.ts'

/**
 * Data of a page. The server computes the data of the first page of a visit and serialises them as JSON; the browser
 * computes the data of the following pages.
 */
export interface PageData {
  place: Place
  customer: CustomerData | null
  /** Steps from the first step of the language to the open step; empty on pages without steps. */
  steps: TagView[]
  /** Header and footer blocks of the chosen language, used on pages that show no step. */
  languageStep: Pick<TagView, 'form_fields'> | null
  /** Reason why the page cannot be shown. `session`: the visitor's session has ended. `languages`: the form's languages and its language steps do not match. */
  failure: null | 'notFound' | 'unavailable' | 'session' | 'forbidden' | 'languages'
  /** Errors of a rejected call whose data the page needed, with messages in the visitor's language. */
  refusal: { errors: readonly ErrorEntry[]; status: number } | null
  /**
   * Errors of the mailed link that the visitor opened; null if the link is valid, or if the page was not opened by a
   * mailed link.
   */
  link?: { errors: readonly ErrorEntry[]; status: number } | null
  /** Path to which the page redirects the visitor; null if it does not redirect. */
  redirect: string | null
  /** Code of the step to open after the login, if the page redirects to a login; null for the form's start. */
  next?: string | null
}

/** Data of a customer that all pages of the customer need. */
export interface CustomerData {
  config: CustomerConfiguration
  /** The chosen language of the form; null if the form has no languages or the visitor must choose. */
  chosen: CustomerConfiguration['languages'][number] | null
  mustChoose: boolean
  /** Language of the page's phrases. */
  language: Language
}
