// The way out of a room.

import { SureButton } from "./sure_button.mjs"

/**
 * A button that leaves the room; it asks a host who would leave it to others.
 * @param {import("../app.mjs").App} app
 */
export function leaveButton(app) {
  const { words } = app
  const button = new SureButton(
    words.text("LeaveButton.leave"), words.text("LeaveButton.really"), () => app.leave(),
    { asked: (question) => app.say(question, true) },
  )
  const look = () => (button.asks = app.session.handsRoomOn)
  button.element.addEventListener("click", look, { capture: true })
  return button.element
}
