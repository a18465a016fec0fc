import { type KeyboardEvent, useRef, useState } from 'react'
import { paths } from '../../../shared/paths.ts'
import { useWords } from '../../../shared/phrase.tsx'
import { Icon } from '../../../shared/ui/icon.tsx'
import { keepNextRoute } from '../../access/next-route.ts'
import { signInPath } from '../../access/sign-in-path.ts'
import { useCustomer } from '../../use-customer.ts'
import type { Row } from './rows.ts'

interface TreeProps {
  label: string
  rows: readonly Row[]
  onToggle: (codeTag: string) => void
}

/**
 * The steps of a form as a tree, following the ARIA APG pattern "tree view". Steps without child steps are links. The
 * child steps of collapsed steps are not rendered. A step that requires a sign-in links to the login, which afterwards
 * opens the step.
 */
export function Tree({ label, rows, onToggle }: TreeProps) {
  const { t } = useWords()
  const { config, language } = useCustomer()
  const tree = useRef<HTMLDivElement>(null)
  const [active, setActive] = useState<string | null>(null)
  const at = Math.max(
    0,
    rows.findIndex(({ node }) => node.code_tag === active),
  )

  const focus = (place: number) => tree.current?.querySelectorAll<HTMLElement>('[role="treeitem"]')[Math.min(Math.max(place, 0), rows.length - 1)]?.focus()

  function move(event: KeyboardEvent): void {
    const row = rows[at]
    if (!row) return
    const parent = rows.findIndex(({ node }) => node.code_tag === row.parent)
    const keys: Record<string, (() => void) | undefined> = {
      ArrowDown: () => focus(at + 1),
      ArrowUp: () => focus(at - 1),
      Home: () => focus(0),
      End: () => focus(rows.length - 1),
      ArrowRight: row.open === false ? () => onToggle(row.node.code_tag) : row.open ? () => focus(at + 1) : undefined,
      ArrowLeft: row.open ? () => onToggle(row.node.code_tag) : parent >= 0 ? () => focus(parent) : undefined,
      ' ': row.open === undefined ? undefined : () => onToggle(row.node.code_tag),
      Enter: row.open === undefined ? undefined : () => onToggle(row.node.code_tag),
    }
    const act = keys[event.key]
    if (!act) return
    event.preventDefault()
    act()
  }

  return (
    <div ref={tree} role="tree" aria-label={label} className="tree" onKeyDown={move}>
      {rows.map((row, place) => {
        const { node, level, open } = row
        const leadsTo = node.disabled ? signInPath(config, language) : open === undefined ? paths.open(config.form_code, node.code_tag) : null
        const Part = leadsTo === null ? 'div' : 'a'
        const press = () => {
          if (!node.disabled) open !== undefined && onToggle(node.code_tag)
          else if (leadsTo !== null) keepNextRoute(config.form_code, node.code_tag)
        }
        return (
          <Part
            key={node.code_tag}
            role="treeitem"
            className={`tree-row tree-level-${Math.min(level, 8)}`}
            aria-level={level}
            aria-posinset={row.place}
            aria-setsize={row.siblings}
            aria-expanded={open}
            aria-disabled={node.disabled || undefined}
            tabIndex={place === at ? 0 : -1}
            {...(leadsTo !== null && { href: leadsTo })}
            onClick={press}
            title={node.disabled ? t('necessaria_autenticazione') : undefined}
            onFocus={() => setActive(node.code_tag)}
          >
            <span className={open ? 'tree-sign tree-open' : 'tree-sign'}>
              {open !== undefined ? <Icon name="chevron" /> : node.disabled && <Icon name="lock" />}
            </span>
            <span className="tree-name">{node.tag_description}</span>
          </Part>
        )
      })}
    </div>
  )
}
