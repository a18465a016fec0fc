import type { CustomerConfiguration, ErrorEntry, Language, Statement, TagView } from '@sportello/contract'
import type { Place } from '../shared/place.ts'

/**
 * Data of a page. For the first page of a visit the server collects the data and embeds them in the page as JSON; for
 * all following pages the browser collects them.
 */
export interface PageData {
  place: Place
  customer: CustomerData | null
  /** The steps from the first step of the language to the open step; empty on pages that show no steps. */
  steps: TagView[]
  /** Header and footer blocks for pages that show no step. They come from the language step that the visitor chose. */
  languageStep: Pick<TagView, 'form_fields'> | null
  /**
   * Reason why the page cannot be shown. `session`: the visitor's session has ended. `languages`: the form's languages
   * do not match its language steps.
   */
  failure: null | 'notFound' | 'unavailable' | 'session' | 'forbidden' | 'languages'
  /**
   * The page depends on an API call that the server rejected. Contains the errors of this call, with messages in the
   * visitor's
   * language.
   */
  refusal: { errors: readonly ErrorEntry[]; status: number } | null
  /**
   * Errors of the mailed link that opened the page. Null if the link is valid, or if no mailed link opened the page.
   */
  link?: { errors: readonly ErrorEntry[]; status: number } | null
  /** The accessibility statement or privacy notice; only on their pages. */
  statement?: Statement
  /** Path to which the page redirects the visitor; null if it does not redirect. */
  redirect: string | null
  /** If the page redirects to a login: code of the step to open after the login, or null for the start of the form. */
  next?: string | null
}

/** Data about a customer that all of the customer's pages need. */
export interface CustomerData {
  config: CustomerConfiguration
  /**
   * The language in which the form is shown; null if the form has no languages, or if the visitor must still choose
   * one.
   */
  chosen: CustomerConfiguration['languages'][number] | null
  mustChoose: boolean
  /** Language of the page's phrases. */
  language: Language
}
