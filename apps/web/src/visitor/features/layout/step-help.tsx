import { useWords } from '../../../shared/phrase.tsx'
import { useNavigation } from '../../navigation.tsx'
import { Block } from '../wizard/block.tsx'
import { headerOrFooterFields } from './header-footer-fields.ts'

/** Returns true if the visitor has left the start of the form. The template then leaves more space for the form. */
export function useIsUnderWay(): boolean {
  const { place, steps } = useNavigation().page
  return place.kind === 'form' && steps.length > 1
}

/**
 * Help beside the open step on wide screens: the files that the step asks for, and the first column of the customer's
 * footer, which usually contains opening hours and phone. Shows nothing at the start of the form.
 * @param inPanel true if the help stands in the panel, which is already a landmark
 */
export function StepHelp({ inPanel = false }: { inPanel?: boolean }) {
  const { page } = useNavigation()
  const { t } = useWords()
  const isUnderWay = useIsUnderWay()
  const files = (page.steps.at(-1)?.form_fields ?? []).flatMap((field) =>
    field.type === 'PROPERTY' && !field.hidden && field.value.default_value.input_type === 'file' ? [field.value] : [],
  )
  const [footer] = headerOrFooterFields(page, 'FOOTER')
  const column = footer?.type === 'FOOTER' ? footer.value.colonne?.[0] : undefined
  if (!isUnderWay || (files.length === 0 && !column)) return null
  const content = (
    <>
      {files.length > 0 && (
        <>
          <p className="footer-column">{t('ti_servira')}</p>
          <ul>
            {files.map(({ property_code, property_description }) => (
              <li key={property_code}>{property_description}</li>
            ))}
          </ul>
        </>
      )}
      {footer?.type === 'FOOTER' && column && <Block field={{ ...footer, value: { colonne: [column] } }} />}
    </>
  )
  return inPanel ? (
    <div className="step-help">{content}</div>
  ) : (
    <aside className="step-help" aria-label={t('aiuto_passo')}>
      {content}
    </aside>
  )
}
