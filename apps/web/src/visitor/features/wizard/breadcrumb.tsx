import type { TagView } from '@sportello/contract'
import { useEffect, useLayoutEffect, useMemo, useRef } from 'react'
import { paths } from '../../../shared/paths.ts'
import { useWords } from '../../../shared/phrase.tsx'
import { Icon } from '../../../shared/ui/icon.tsx'
import { collapseBreadcrumb } from './collapse-breadcrumb.ts'

/** `useLayoutEffect` in the browser; `useEffect` on the server, where there is no layout to measure. */
const useLayout = typeof window === 'undefined' ? useEffect : useLayoutEffect

/**
 * Breadcrumb with the steps up to the open step. If more than two items do not fit, only the first item, an ellipsis
 * and the last item are shown (visitor specification, section 2).
 */
export function Breadcrumb({ customer, steps: way }: { customer: string; steps: readonly TagView[] }) {
  // Leaves language steps out of the breadcrumb, because the home icon links to them.
  const steps = useMemo(() => way.filter((step) => step.tag_type !== 'FORM_LANG'), [way])
  const { t } = useWords()
  const list = useRef<HTMLOListElement>(null)
  const more = useRef<HTMLDetailsElement>(null)

  useLayout(() => {
    const element = list.current
    if (!element) return
    collapseBreadcrumb()
    const observer = new ResizeObserver(collapseBreadcrumb)
    observer.observe(element)
    return () => observer.disconnect()
  }, [steps])

  useEffect(() => {
    const close = ({ target }: Event) => {
      if (more.current?.open && !(target instanceof Node && more.current.contains(target))) more.current.open = false
    }
    document.addEventListener('pointerdown', close)
    return () => document.removeEventListener('pointerdown', close)
  }, [])

  const last = steps.length - 1
  return (
    <nav aria-label={t('percorso')} className="breadcrumb">
      <ol ref={list} className="crumbs" suppressHydrationWarning>
        <li>
          <a href={paths.home(customer)} aria-label={t('inizio')}>
            <Icon name="home" />
          </a>
        </li>
        {steps.map((step, at) => {
          const middle = at > 0 && at < last
          return (
            <li key={step.code_tag} className={middle ? 'crumb-middle' : at > 0 ? 'crumb-last' : undefined}>
              <a href={paths.open(customer, step.code_tag)} aria-current={at === last ? 'step' : undefined}>
                {step.tag_description}
              </a>
            </li>
          )
        })}
        {steps.length > 2 && (
          <li className="crumb-more">
            <details ref={more}>
              <summary aria-label={t('altri_passi')}>
                <Icon name="dots" />
              </summary>
              <ul>
                {steps.slice(1, -1).map((step) => (
                  <li key={step.code_tag}>
                    <a href={paths.open(customer, step.code_tag)}>{step.tag_description}</a>
                  </li>
                ))}
              </ul>
            </details>
          </li>
        )}
      </ol>
    </nav>
  )
}
