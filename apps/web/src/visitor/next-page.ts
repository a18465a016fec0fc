import { browserApi } from '../shared/call.ts'
import { placeOf } from '../shared/place.ts'
import { loadPage, type StepsArrive, withCache } from './load-page.ts'
import { type Lost, UNREACHABLE } from './lost.ts'
import type { PageData } from './page-data.ts'
import { isSidePage } from './page-kind.ts'
import type { PageSettings } from './page-settings.ts'
import { pageTitle } from './pages/page-title.ts'

export { browserApi }

/** A page that was loaded for a navigation. */
export interface NextPage {
  page: PageData
  /** Title of the document. */
  title: string
  /** Error that prevents the page from being shown; null if there is none. */
  lost: Lost | null
  /** True if only a new document can show the page. */
  needsDocument: boolean
}

/** Loads the page with the given URL. Returns null if the page belongs to another customer. */
export type LoadNextPage = (url: URL, arrive: StepsArrive) => Promise<NextPage | null>

/**
 * Returns the function that loads the data of further pages. This module is a separate chunk, because the first page of
 * a visit contains its data.
 * @param first the page that the current document has shown first
 */
export default function nextPageLoader(settings: PageSettings, first: PageData): LoadNextPage {
  const { language, visitor } = settings.words
  const api = withCache(
    browserApi(settings, () => language),
    first,
  )
  return async (url, arrive) => {
    const place = placeOf(url)
    // The current document contains neither the phrases nor the styles of another customer (visitor specification,
    // section 2).
    if (place.customer !== first.place.customer) return null
    const page = await loadPage(api, place, { preferred: settings.languages, saved: null }, arrive)
    return {
      page,
      title: pageTitle(page, visitor),
      lost: lostOf(page),
      // The current document does not contain the phrases of another language or of an inactive form, and the code of a
      // page outside the form is loaded only before hydration.
      needsDocument: page.redirect !== null || page.failure !== null || page.customer?.language !== language || (isSidePage(page) && !isSidePage(first)),
    }
  }
}

/** Returns why a page cannot be shown; null if the page can be shown or redirects to another page. */
function lostOf({ failure, refusal }: PageData): Lost | null {
  if (failure === 'languages') return { kind: 'languages' }
  if (refusal !== null) return { kind: 'refused', error: refusal }
  return failure === 'unavailable' ? UNREACHABLE : null
}
