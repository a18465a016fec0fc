import type { BlockComponent } from '../../define-block-part.ts'
import { TenantHtml } from '../../tenant-html.tsx'

export const HtmlBlock: BlockComponent<'HTML'> = ({ value }) => <TenantHtml className="rich-text" html={value} />
