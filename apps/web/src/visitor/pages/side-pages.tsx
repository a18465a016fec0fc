import { SiteMapPage } from './site-map-page.tsx'
import { ValidationPage } from './validation-page.tsx'

/** The pages that no form leads through, in a chunk of their own: the first view of a form does not pay for them. */
export default { SiteMapPage, ValidationPage }
