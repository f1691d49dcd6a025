// QUESTION: One screen with a delegate, an error closure, a retry, a lazy
// closure and a child that knows its parent. The screen is closed: how many
// loops are there, and is anything freed?

import Probe

struct AllFiveLoops: Card {
  func run(_ trial: Trial) {
    let screen = CartScreen()
    trial.watch(screen)
    trial.watch(screen.cart)
    screen.open()
    screen.cart.onError?("no coin")
    trial.check("error and price", screen.price(1) == "1: no coin")
    trial.ownerLetsGo("The screen is closed.")
  }
}

@MainActor
private final class CartScreen {
  let cart = Cart()
  var banner = ""
  var retry: (() -> Void)?
  lazy var price: (Int) -> String = {
    "\($0): \(self.banner)"
  }

  func open() {
    cart.delegate = self
    cart.voucher.cart = cart
    cart.onError = { self.banner = $0 }
    retry = { self.open() }
  }

  deinit { logDeinit(self) }
}

@MainActor
private final class Cart {
  var delegate: CartScreen?
  var onError: ((String) -> Void)?
  let voucher = Voucher()

  deinit { logDeinit(self) }
}

@MainActor
private final class Voucher {
  var cart: Cart?
}

// ANSWER: still alive
//
// Five loops: the delegate, the error, the retry and the lazy closure each
// own the screen, and the voucher owns the cart. The drawing has every one
// of them, and each alone would be enough.
