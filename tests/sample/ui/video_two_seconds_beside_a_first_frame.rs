use sample_client::video::Seconds;

const TWO: Seconds<3> = Seconds::of::<2>();

fn main() {
    println!("{TWO}");
}
