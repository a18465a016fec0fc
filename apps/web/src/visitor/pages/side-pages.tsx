import { SiteMapPage } from './site-map-page.tsx'
import { ValidationPage } from './validation-page.tsx'

/** Pages outside the form, in a separate chunk, so that the form's first page does not load them. */
export default { SiteMapPage, ValidationPage }
