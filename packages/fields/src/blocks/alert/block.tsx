import type { BlockComponent } from '../../define-block-part.ts'
import { TenantHtml } from '../../tenant-html.tsx'

const SIGNS = { info: 'i', success: '✓', warning: '!', danger: '!' } as const

export const AlertBlock: BlockComponent<'ALERT'> = ({ value }) => (
  <div className={`alert alert-${value.variant}`} role="note">
    <span className="alert-sign" aria-hidden="true">
      {SIGNS[value.variant]}
    </span>
    <TenantHtml className="rich-text" html={value.text} />
  </div>
)
