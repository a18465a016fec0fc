import type { ComponentProps } from 'react'
import { Button } from 'react-aria-components/Button'
import { ComboBox as AriaComboBox } from 'react-aria-components/ComboBox'
import { Input } from 'react-aria-components/Input'
import { ListBox, ListBoxItem } from 'react-aria-components/ListBox'
import { Popover } from 'react-aria-components/Popover'
import { ListLayout, Virtualizer } from 'react-aria-components/Virtualizer'
import { Icon } from '../../shared/ui/icon.tsx'
import { type Choice, type ControlProps, labelIdOf } from './field.tsx'

type ComboBoxProps = Omit<ComponentProps<typeof AriaComboBox<Choice>>, 'children'> & {
  control: ControlProps
  placeholder: string
  /** Text that the combo box shows when no option matches the input. */
  emptyText: string
  input?: Pick<ComponentProps<'input'>, 'onKeyDown' | 'onBlur'>
}

/**
 * Estimated height in pixels of an option with one line of text. The combo box uses it to render only the visible
 * options of a long list.
 */
const ROWS = { estimatedRowHeight: 29 }

/** Combo box: a text input with a list of options, for use inside a `Field`. */
export function ComboBox({ control, placeholder, emptyText, input, ...combo }: ComboBoxProps) {
  const { id, name, required, ...described } = control
  return (
    <AriaComboBox
      {...combo}
      id={id}
      aria-labelledby={labelIdOf(id)}
      {...(described['aria-describedby'] && { 'aria-describedby': described['aria-describedby'] })}
      isRequired={required}
      isInvalid={described['aria-invalid'] === true}
      validationBehavior="aria"
      className="combo"
    >
      <Input {...input} name={name} className="control" placeholder={placeholder} />
      <Button className="combo-button">
        <Icon name="chevron" />
      </Button>
      <Popover offset={4} className="combo-popover">
        {/* The browser renders the list of options outside all landmarks of the page. This `section` element gives the
           list a landmark of its own. */}
        <section aria-labelledby={labelIdOf(id)}>
          <Virtualizer layout={ListLayout} layoutOptions={ROWS}>
            <ListBox<Choice> className="combo-list" renderEmptyState={() => <p className="combo-note">{emptyText}</p>}>
              {({ value, label }) => (
                <ListBoxItem id={value} textValue={label} className="combo-option">
                  {label}
                </ListBoxItem>
              )}
            </ListBox>
          </Virtualizer>
        </section>
      </Popover>
    </AriaComboBox>
  )
}
