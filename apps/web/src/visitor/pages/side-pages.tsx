import { SiteMapPage } from './site-map-page.tsx'
import { ValidationPage } from './validation-page.tsx'

/**
 * The pages outside of the form, such as the site map. Their code is a separate chunk, so that the form's first page
 * does not load it.
 */
export default { SiteMapPage, ValidationPage }
