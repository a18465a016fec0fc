import type { CustomerConfiguration, ErrorEntry, Language, TagView } from '@sportello/contract'
import type { Place } from '../shared/paths.ts'

/** Data of a page: computed by the server for the first page and by the browser for the following ones. It is serialised as JSON. */
export interface PageData {
  place: Place
  customer: CustomerData | null
  /** Steps from the first to the open step; empty if the page shows no step. */
  steps: TagView[]
  /** Header and footer blocks of the chosen language, for pages that show no steps. */
  languageStep: Pick<TagView, 'form_fields'> | null
  /** Reason why the page cannot be shown. `session`: the visitor's session has ended. `languages`: the form's languages and its language steps do not match. */
  failure: null | 'notFound' | 'unavailable' | 'session' | 'forbidden' | 'languages'
  /** Errors of a rejected call that the page needed, in the visitor's language. */
  refusal: { errors: readonly ErrorEntry[]; status: number } | null
  /** Errors of the mailed link that opened this page; null if the link is valid or there is none. */
  link?: { errors: readonly ErrorEntry[]; status: number } | null
  /** Path to which the visitor is redirected. */
  redirect: string | null
  /** If the page redirects to a login: the step to open after the login, null for the form's start. */
  next?: string | null
}

/** Data of the customer that all its pages need. */
export interface CustomerData {
  config: CustomerConfiguration
  /** The chosen language of the form; null if the form has no languages or the visitor must choose. */
  chosen: CustomerConfiguration['languages'][number] | null
  mustChoose: boolean
  /** Language of the page's phrases. */
  language: Language
}
