import { useEffect, useState } from 'react'
import { controlAttributes, type InputComponent } from './define-input-part.ts'
import { useFieldWords } from './field-words.ts'
import { LoadFailure } from './load-failure.tsx'

/**
 * A control that is fetched when it is first shown, so that the first view stays light; until then a read-only one keeps its place.
 * Not React's own lazy: it holds the rendered page back, reports an error in each page that a server made, and never asks again
 * after a failure.
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
          // The element that held the focus is gone; its successor has the same id.
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
