// QUESTION: The cart reports an error, and the screen shows it. The screen
// is closed: are screen and cart freed?

import Probe

struct ErrorLoop: Card {
  func run(_ trial: Trial) {
    let screen = CartScreen()
    trial.watch(screen)
    trial.watch(screen.cart)
    screen.open()
    screen.cart.pay(with: "a button")
    trial.check("the error is shown", screen.banner == "no coin")
    trial.ownerLetsGo("The screen is closed.")
  }
}

@MainActor
private final class CartScreen {
  let cart = Cart()
  var banner = ""

  func open() {
    cart.onError = { self.banner = $0 }
  }

  deinit { logDeinit(self) }
}

@MainActor
private final class Cart {
  var onError: ((String) -> Void)?

  func pay(with means: String) {
    if means != "a coin" { onError?("no coin") }
  }

  deinit { logDeinit(self) }
}

// ANSWER: still alive
//
// The screen owns the cart, the cart its error closure, and the closure the
// screen. That the closure is for errors, and may never be called, makes no
// difference: it is held.
