import { useEffect, useState } from 'react'
import { controlAttributes, type InputComponent } from './define-input-part.ts'
import { useFieldWords } from './field-words.ts'
import { LoadFailure } from './load-failure.tsx'

/**
 * Returns a component that loads the code of a control when the control is first shown, which keeps the first page
 * small. Until then it shows a read-only text input. It replaces React.lazy, which delays the rendered page, reports an
 * error on each server-rendered page, and never retries after a failure.
 */
export function lazyInput(load: () => Promise<InputComponent>): InputComponent {
  let loaded: InputComponent | undefined

  return function LazyInput(props) {
    const { t } = useFieldWords()
    const [Part, setPart] = useState<InputComponent | undefined>(() => loaded)
    const [failed, setFailed] = useState(false)
    const { id } = props

    useEffect(() => {
      if (Part || failed) return
      let wanted = true
      load().then(
        (part) => {
          loaded = part
          if (!wanted) return
          const hadFocus = document.activeElement?.id === id
          setPart(() => part)
          // If the placeholder had the focus, moves the focus to the loaded control, which has the same id.
          if (hadFocus) setTimeout(() => document.getElementById(id)?.focus())
        },
        () => wanted && setFailed(true),
      )
      return () => {
        wanted = false
      }
    }, [Part, failed, id])

    if (Part) return <Part {...props} />
    return (
      <>
        <div className={failed ? 'combo' : 'combo combo-busy'}>
          <input
            {...controlAttributes(props)}
            className="control"
            readOnly
            aria-busy={!failed}
            value=""
            placeholder={t('caricamento')}
            onBlur={props.onLeave}
          />
        </div>
        {failed && <LoadFailure message={t('errore_recupero_dati')} onRetry={() => setFailed(false)} />}
      </>
    )
  }
}
