import type { BlockComponent } from '../../define-block-part.ts'
import { OptionIcon } from '../../option-icon.tsx'
import { TenantHtml } from '../../tenant-html.tsx'
import type { FooterElement } from './definition.ts'

export const FooterBlock: BlockComponent<'FOOTER'> = ({ value }) => (
  <div className="footer-block">
    {(value.title || value.description) && (
      <div className="footer-about">
        {value.title && (
          <p className="footer-title">
            <OptionIcon icon={value.icon} />
            <span>{value.title}</span>
          </p>
        )}
        {value.description && <TenantHtml className="rich-text" html={value.description} />}
      </div>
    )}
    {value.colonne?.map((column, at) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the columns of a published form do not move
      <div key={at}>
        <p className="footer-column">{column.nomeColonna}</p>
        <Elements elements={column.elems} />
      </div>
    ))}
    {value.links && value.links.length > 0 && <Elements elements={value.links} />}
  </div>
)

function Elements({ elements }: { elements: readonly FooterElement[] }) {
  return (
    <ul className="footer-elements">
      {elements.map((element, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: as above
        <li key={at}>
          <OptionIcon icon={element.iconElem} />
          <TenantHtml className="rich-text" html={element.textElem} />
        </li>
      ))}
    </ul>
  )
}
