import { useFieldWords } from './field-words.ts'
import { lengthOf } from './text-rules.ts'

/**
 * Character counter of a text input, with the number of typed characters and the maximum. Screen readers announce it
 * only above 90 % of the maximum, because an announcement at every key press would interrupt the visitor. While the field
 * is empty, the counter is visible only if the field has the focus.
 */
export function Counter({ id, text, max }: { id: string; text: string; max: number }) {
  const { t } = useFieldWords()
  const used = lengthOf(text)
  const nearEnd = used > max * 0.9
  return (
    <p id={id} className={used > max ? 'counter counter-over' : used === 0 ? 'counter counter-unused' : 'counter'}>
      <span aria-hidden="true">{t('contatore', String(used), String(max))}</span>
      <span className="visually-hidden" role="status">
        {nearEnd ? t('caratteri_rimasti', String(used), String(max)) : ''}
      </span>
    </p>
  )
}
