import type { ChildTag } from '@sportello/contract'
import { OptionIcon } from '@sportello/fields/react'
import { type FocusEventHandler, type MouseEvent, useState } from 'react'
import { opensElsewhere } from '../../../shared/opens-elsewhere.ts'
import { useWords } from '../../../shared/phrase.tsx'
import { Icon } from '../../../shared/ui/icon.tsx'
import { keepNextRoute } from '../../access/next-route.ts'
import { signInPath } from '../../access/sign-in-path.ts'
import { useNavigation } from '../../navigation.tsx'
import { useCustomer } from '../../use-customer.ts'

export interface OptionPickerProps {
  /** Description of the step, used as the accessible name of its list of options. */
  name: string
  options: readonly ChildTag[]
  chosen: string | undefined
  hrefOf: (option: ChildTag) => string
  onChoose: (option: ChildTag) => void
}

/**
 * Returns the options of a step in their order, with the options that require a sign-in at the end (visitor
 * specification, section 2).
 */
export function optionsInOrder(options: readonly ChildTag[]): ChildTag[] {
  return [...options.filter((option) => !option.disabled), ...options.filter((option) => option.disabled)]
}

interface StepOptionProps {
  role: 'option' | 'radio'
  id: string
  option: ChildTag
  active: boolean
  chosen: boolean
  tabIndex: 0 | -1
  href: string
  onChoose: (option: ChildTag) => void
  onFocus?: FocusEventHandler
}

/**
 * An option of a step, in a list or as a radio button. The option is a link, so that it works before the script is
 * loaded. If the option requires a sign-in, it links to the login, which afterwards opens the option's step. If the
 * form has no login, a click shows a message instead.
 */
export function StepOption({ role, id, option, active, chosen, tabIndex, href, onChoose, onFocus }: StepOptionProps) {
  const { t } = useWords()
  const { config, language } = useCustomer()
  const { goingTo } = useNavigation()
  const [pressed, setPressed] = useState(false)
  const tooltip = option.disabled ? t('necessaria_autenticazione') : undefined
  const signIn = option.disabled ? signInPath(config, language) : null

  function click(event: MouseEvent): void {
    if (signIn !== null) keepNextRoute(config.form_code, option.code_tag)
    if (signIn !== null || (!option.disabled && opensElsewhere(event))) return
    event.preventDefault()
    if (option.disabled) setPressed(true)
    else onChoose(option)
  }

  return (
    <a
      id={id}
      role={role}
      tabIndex={tabIndex}
      {...(role === 'radio' ? { 'aria-checked': chosen } : { 'aria-selected': chosen || active })}
      aria-disabled={option.disabled || undefined}
      aria-describedby={option.description || tooltip ? `${id}-more` : undefined}
      className={`option option-${role}${active ? ' option-active' : ''}${chosen ? ' option-chosen' : ''}${goingTo === href ? ' option-pressed' : ''}`}
      data-code={option.code_tag}
      href={option.disabled ? (signIn ?? undefined) : href}
      title={tooltip}
      onFocus={onFocus}
      onMouseDown={role === 'option' ? (event) => event.preventDefault() : undefined}
      onClick={click}
      // A locked option without a login is no link, so the browser makes no click of a key.
      onKeyDown={option.disabled && signIn === null ? ({ key }) => setPressed(pressed || key === 'Enter' || key === ' ') : undefined}
    >
      {role === 'radio' && <span className="option-dot" aria-hidden="true" />}
      <OptionIcon icon={option.icon} />
      <span className="option-text">
        <span className="option-name">{option.tag_description}</span>
        {(option.description || tooltip) && (
          // This text belongs to the option's accessible description, not to its accessible name (WCAG 2.5.3).
          <span id={`${id}-more`} className="option-more" aria-hidden="true">
            {[option.description, tooltip].filter(Boolean).join(' · ')}
          </span>
        )}
        {option.disabled && (
          <span role="status" className="option-told">
            {pressed && t('opzione_riservata')}
          </span>
        )}
      </span>
      {(role === 'option' || option.disabled) && <Icon name={option.disabled ? 'lock' : chosen ? 'check' : 'chevron'} />}
    </a>
  )
}
