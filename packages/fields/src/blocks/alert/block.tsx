import type { BlockComponent } from '../../define-block-part.ts'
import { useFieldWords } from '../../field-words.ts'
import { hasIcon, OptionIcon } from '../../option-icon.tsx'
import { TenantHtml } from '../../tenant-html.tsx'

const SIGNS = { info: 'i', success: '✓', warning: '!', danger: '✕' } as const

/**
 * Renders an alert with the author's icon. If the icon cannot be drawn, the alert shows the icon of its variant, so
 * that colour is never the only sign of the variant.
 */
export const AlertBlock: BlockComponent<'ALERT'> = ({ value }) => {
  const { t } = useFieldWords()
  const { icon, variant, text } = value
  return (
    <div className={`alert alert-${variant}`} role="note" aria-label={t(`avviso_${variant}`)}>
      {hasIcon(icon) ? (
        <OptionIcon icon={icon} />
      ) : (
        <span className="alert-sign" aria-hidden="true">
          {SIGNS[variant]}
        </span>
      )}
      <TenantHtml className="rich-text" html={text} />
    </div>
  )
}
